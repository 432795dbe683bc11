/** A tool as data: all that listings and documents need, so that nothing is loaded before it is called. */
import type { Category, Example, Tool } from "./define.ts";
import type { FieldRole } from "./field.ts";
import type { ObjectSchema } from "./json-schema.ts";
import type { Marker } from "./marker.ts";
import type { ServiceName } from "./service.ts";

export interface ToolEntry {
  readonly name: string;
  readonly title: string;
  readonly category: Category;
  readonly description: string;
  readonly markers: readonly Marker[];
  readonly needs: readonly ServiceName[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly result: "text" | "structured";
  readonly examples: readonly Example<Record<string, unknown>>[];
  /** The tool's own input fields; the scene adds the common ones. */
  readonly input: ObjectSchema;
  /** Input fields that the run path normalises. */
  readonly roles: Readonly<Record<string, FieldRole>>;
  /** Shape of `answer` at `full` and at each stage, in the order of the ladder. */
  readonly stages: readonly { readonly name: string; readonly schema: ObjectSchema }[];
  load(): Promise<Tool>;
}
