/** Begins to index a bound project, and loads its words, before anybody asks, but not before its client could have its first answer. */
import type { Scene } from "../../tool/scene.ts";
import type { App } from "../app.ts";

/** A client's opening is over by then. */
const WARM_MS = 1_000;

/** @returns what calls it off. */
export function warmLater(app: App, { project: root }: Scene): Disposable {
  const begin = async () => {
    if (root === undefined) return;
    try {
      const project = await app.projects.at(root);
      await app.indexOf(project).start();
      await app.intentOf(project).warm();
    } catch (error) {
      app.log("warning", "a project was not indexed ahead", { error });
    }
  };
  const timer = setTimeout(() => void begin(), WARM_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
