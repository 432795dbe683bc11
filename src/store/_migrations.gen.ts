// Written by scripts/gen.ts; do not edit.
import type { Migration } from "./open.ts";
import global_0001 from "#resources/migrations/global/0001-usage.sql" with { type: "text" };
import global_0002 from "#resources/migrations/global/0002-projects.sql" with { type: "text" };
import global_0003 from "#resources/migrations/global/0003-memories.sql" with { type: "text" };
import global_0004 from "#resources/migrations/global/0004-usage-by-time.sql" with { type: "text" };
import index_0001 from "#resources/migrations/index/0001-index.sql" with { type: "text" };
import index_0002 from "#resources/migrations/index/0002-terms.sql" with { type: "text" };
import index_0003 from "#resources/migrations/index/0003-documents.sql" with { type: "text" };
import memory_0001 from "#resources/migrations/memory/0001-changes.sql" with { type: "text" };
import memory_0002 from "#resources/migrations/memory/0002-memories.sql" with { type: "text" };
import memory_0003 from "#resources/migrations/memory/0003-checkouts.sql" with { type: "text" };

export const MIGRATIONS: Record<"global" | "index" | "memory", readonly Migration[]> = {
  global: [{ number: 1, sql: global_0001 }, { number: 2, sql: global_0002 }, { number: 3, sql: global_0003 }, { number: 4, sql: global_0004 }],
  index: [{ number: 1, sql: index_0001 }, { number: 2, sql: index_0002 }, { number: 3, sql: index_0003 }],
  memory: [{ number: 1, sql: memory_0001 }, { number: 2, sql: memory_0002 }, { number: 3, sql: memory_0003 }],
};
