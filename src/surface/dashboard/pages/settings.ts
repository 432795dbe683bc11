/** The settings as they are in force, and where each was said. */
import { shownValue } from "../../../settings/resolve.ts";
import { SETTING_KEYS, settingsSchema } from "../../../settings/schema.ts";
import { type Page, serverPage } from "../page.ts";

export const settings: Page = serverPage(
  { id: "settings", title: "Settings", query: [], live: [] },
  async ({ app, project }) => {
    const inForce = project?.settings ?? app.userSettings;
    const rows = SETTING_KEYS.map((key) => ({
      key,
      value: JSON.stringify(shownValue(inForce, key), null, 1),
      origin: inForce.origins[key],
      doc: settingsSchema.shape[key].description ?? "",
    }));
    return {
      said: rows.filter(({ origin }) => origin !== "default"),
      usual: rows.filter(({ origin }) => origin === "default"),
      warnings: inForce.warnings,
      name: project?.name,
    };
  },
);
