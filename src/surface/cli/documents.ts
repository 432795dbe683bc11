/** `waymark openapi` and `waymark functions`: what the HTTP routes of the same names serve. */
import { type FunctionFormat, functionDefinitions } from "../functions.ts";
import { openApiDocument, openApiVersion } from "../openapi.ts";
import { DEFAULT_CONTEXT } from "../rest.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function openapi(
  world: World,
  flags: GlobalFlags & { openapiVersion: string; server: string },
): Promise<void> {
  const { app } = await world.open(flags, "when-named");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_CONTEXT);
  const version = openApiVersion(scene, flags.openapiVersion === "3.0" ? "3.0.3" : "3.1.0");
  world.out(`${JSON.stringify(openApiDocument(app, scene, version, flags.server, true), null, 2)}\n`);
}

export async function functions(
  world: World,
  flags: GlobalFlags & { format: FunctionFormat; strict?: true },
): Promise<void> {
  const { app } = await world.open(flags, "when-named");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_CONTEXT);
  world.out(`${JSON.stringify(functionDefinitions(app, scene, flags.format, flags.strict === true), null, 2)}\n`);
}
