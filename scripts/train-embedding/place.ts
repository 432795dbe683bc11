/** Where the steps keep what they make: one folder outside of the repository, named by the first argument of each step. */
import { join } from "node:path";
import type { Registry } from "./registry.ts";

export class Place {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** What the registry's client brought. */
  archives(registry: Registry): string {
    return join(this.folder, registry);
  }

  /** The files of a package that are read. */
  sources(registry: Registry, name: string): string {
    return join(this.folder, "source", `${registry}+${fileName(name)}`);
  }

  /** The pairs of a package. */
  pairs(registry: Registry, name: string): string {
    return join(this.folder, "pairs", `${registry}+${fileName(name)}.pairs`);
  }

  get vocabulary(): string {
    return join(this.folder, "vocabulary.json");
  }

  /** Weights as floats, by rows. */
  get weights(): string {
    return join(this.folder, "weights.f32");
  }
}

function fileName(name: string): string {
  return name.replace(/[^\w.-]+/g, "+");
}
