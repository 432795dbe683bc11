import { expect, test } from "bun:test";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { hasBrowser, launched, watched } from "../fixture/browser.ts";
import { shopFiles } from "../fixture/shop.ts";
import { serve } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

test.skipIf(!hasBrowser("the reference page"))(
  "the reference page shows every operation, calls one, and asks nothing of any other host",
  async () => {
    await using home = await tmp();
    await using project = await tmp(shopFiles());
    await using server = await serve(["--project", project.path], { home: home.path });
    const browser = await launched();
    try {
      const { page, requested, complaints } = await watched(browser, {
        extraHTTPHeaders: { authorization: `Bearer ${server.token}` },
      });
      await page.goto(`${server.url}/docs?context=agent`);
      await page.locator("#operations-files-read_file").waitFor();
      expect(await page.locator(".opblock").count()).toBe(
        TOOLS.filter(({ markers }) => markers.includes("core")).length,
      );

      await page.locator("#operations-files-read_file button.opblock-summary-control").click();
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.locator("#operations-files-read_file textarea.body-param__text").fill('{"path":"README.md"}');
      await page.getByRole("button", { name: "Execute" }).click();
      const answer = page.locator("#operations-files-read_file .live-responses-table .highlight-code").first();
      await answer.waitFor();
      expect(await answer.textContent()).toContain("A shop with a cart.");

      if (process.env.WAYMARK_SCREENSHOT)
        await page.screenshot({ path: process.env.WAYMARK_SCREENSHOT, fullPage: true });
      expect(complaints).toEqual([]);
      expect(requested.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([]);
      expect(requested.length).toBeGreaterThanOrEqual(5);
    } finally {
      await browser.close();
    }
  },
  120_000,
);
