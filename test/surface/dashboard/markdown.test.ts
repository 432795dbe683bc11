import { expect, test } from "bun:test";
import { markdownHtml } from "../../../src/surface/dashboard/markdown.ts";

const html = (text: string) => markdownHtml(text, (name) => `/m?name=${encodeURIComponent(name)}`);

test("a page of memory can do nothing to who reads it", () => {
  for (const text of [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick='x'>b</b>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](data:text/html,x)",
    "![a](https://evil.example/x.png)",
    '[a](https://a.example/"onmouseover="x)',
    "```js <script>\n</code><script>x</script>\n```",
    "| <script> |\n|---|\n| <script> |",
    "# <script>x</script>",
    "<!-- <script>x</script> -->",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
    '`mem:a"onmouseover="x`',
  ]) {
    const made = html(text);
    expect([text, /<(script|img|b|svg|iframe)|href="(?!https:|\/m\?name=)|<[^>]*\son\w+=/i.test(made)]).toEqual([
      text,
      false,
    ]);
  }
});

test("links between pages lead there, in backticks and without, and nowhere else", () => {
  expect(html("See `mem:a/b c` and mem:core. Not `let mem:x` nor email@mem:y.")).toBe(
    '<p>See <a href="/m?name=a%2Fb%20c"><code>a/b c</code></a> and <a href="/m?name=core">core</a>. Not <code>let mem:x</code> nor email@<a href="/m?name=y">y</a>.</p>\n',
  );
});

test("headings stand below those of the page, and characters that could mislead are spelt out", () => {
  expect(html("# One\n\n###### Six\n\na\u202eb")).toBe("<h3>One</h3>\n<h6>Six</h6>\n<p>a\\u{202e}b</p>\n");
  expect(html("```\n<a>\u202eb\n```")).toBe('<pre tabindex="0"><code>&#60;a&#62;\\u{202e}b\n</code></pre>\n');
});

test("a page whose Markdown is nested too deeply or takes too long comes as it was written, without harm", () => {
  const deep = `<b>${">".repeat(20_000)}`;
  const made = html(`${">".repeat(20_000)}\n\n<b>`);
  expect([html(deep).includes("<b>"), made.includes("<pre"), made.includes("<b>")]).toEqual([false, true, false]);
  const slow = markdownHtml("*a* <b>", () => "/", -1);
  expect([slow.includes("*a* &#60;b&#62;</pre>"), slow.includes("<em>")]).toEqual([true, false]);
});
