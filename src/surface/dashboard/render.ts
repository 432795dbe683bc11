/** Pages as HTML, from the templates under `resources/dashboard/`. */
import { Eta } from "eta/core";
import { TEMPLATES } from "./_templates.gen.ts";
import { shown } from "./html.ts";

const eta = new Eta({
  autoTrim: [false, "nl"],
  escapeFunction: (value) => shown(String(value)),
  autoFilter: true,
  filterFunction(value) {
    if (value === undefined || value === null) throw new Error(`A template prints ${value}.`);
    return String(value);
  },
});
for (const [name, text] of Object.entries(TEMPLATES)) eta.loadTemplate(`@${name}`, text);

/** @param template its file's name, without suffix. @param data what it sees as `it`. */
export function rendered(template: string, data: object): string {
  return eta.render(`@${template}`, data);
}
