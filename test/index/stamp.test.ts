/** What tells that a file changed when its size and its times say that it did not. */
import { expect, test } from "bun:test";
import { lstatSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RACY_MS, stampOf } from "../../src/base/stamp.ts";

import { IndexedProject } from "../fixture/indexed.ts";

const BEFORE = "export const before = 1;\n";
const AFTER = "export const after_ = 1;\n";

test("a file of the same size whose time was set back is read again", async () => {
  for (const way of ["scan", "refresh"] as const) {
    await using index = await IndexedProject.of({ "a.ts": BEFORE });
    const file = join(index.root, "a.ts");
    const time = new Date(1_600_000_000_000);
    utimesSync(file, time, time);
    await index.scan();
    index.database.run("UPDATE files SET read_at = read_at + 60000"); // as if it had been read long after it changed
    writeFileSync(file, AFTER);
    utimesSync(file, time, time);
    expect(lstatSync(file).mtimeMs).toBe(time.getTime());
    await (way === "scan" ? index.scan() : index.refresh("a.ts"));
    expect(index.names).toEqual(["after_"]);
  }
});

test("a file that was read within a moment of its last change is read again, though its stamp is the same", async () => {
  for (const [later, names] of [
    [RACY_MS - 1, ["after_"]],
    [RACY_MS + 1, ["before"]],
  ] as const) {
    await using index = await IndexedProject.of({ "a.ts": BEFORE });
    await index.scan();
    const file = join(index.root, "a.ts");
    writeFileSync(file, AFTER);
    const stat = lstatSync(file, { bigint: true });
    const readAt = Number(stat.ctimeMs) + later;
    index.database.query("UPDATE files SET stamp = $stamp, read_at = $readAt").run({ stamp: stampOf(stat), readAt });
    await index.scan();
    expect(index.names).toEqual([...names]);
  }
});
