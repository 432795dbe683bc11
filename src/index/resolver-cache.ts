/** What resolves the imports of an index, with all that it has resolved: made once for each state of the index. */
import type { Database } from "bun:sqlite";
import type { Project } from "../project/project.ts";
import { ImportTable } from "../store/import-table.ts";
import { IndexInfo } from "../store/index-info.ts";
import { importResolver } from "./dependencies.ts";
import { ProjectPaths } from "./project-paths.ts";
import type { ImportResolver } from "./resolve-import.ts";

export class ResolverCache {
  #resolver: Promise<ImportResolver> | undefined;
  #reader: Database | undefined;
  #generation = -1;

  /** For the files of an index as it is now. @param project whose index it is. */
  of(project: Project, reader: Database): Promise<ImportResolver> {
    const { generation } = new IndexInfo(reader);
    if (this.#resolver && this.#reader === reader && this.#generation === generation) return this.#resolver;
    const resolver = importResolver(project, new ProjectPaths(new ImportTable(reader).paths()), reader);
    this.#resolver = resolver;
    this.#reader = reader;
    this.#generation = generation;
    resolver.catch(() => {
      if (this.#resolver === resolver) this.#resolver = undefined;
    });
    return resolver;
  }
}
