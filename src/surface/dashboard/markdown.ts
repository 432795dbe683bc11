/** Markdown as HTML that can do nothing: no HTML of its own, no addresses but plain ones, no pictures. */
import { Marked, type Tokens } from "marked";
import { linksIn } from "../../memory/links.ts";
import { exact, shown } from "./html.ts";

const PLAIN_ADDRESS = /^(https?:|mailto:|#)/i;

/** Texts can be made whose parsing takes for ever, and so long everybody waits: in milliseconds. */
const MOST_MS = 1_000;

/**
 * A text that takes too long, or is nested too deeply, comes as it was written.
 * @param to address of a page of memory by its name, for `mem:name`. @param mostMs what the text may take.
 */
export function markdownHtml(text: string, to: (name: string) => string, mostMs = MOST_MS): string {
  try {
    return parsed(text, to, performance.now() + mostMs);
  } catch (error) {
    if (!(error instanceof TooSlow || error instanceof RangeError)) throw error;
    return `<p>Its Markdown is too much to be laid out, so here it is as it was written.</p><pre tabindex="0">${shown(text)}</pre>`;
  }
}

class TooSlow extends Error {}

function parsed(text: string, to: (name: string) => string, until: number): string {
  const linked = (written: string) => {
    const parts: string[] = [];
    let at = 0;
    for (const { name, start, end } of linksIn(written)) {
      const from = start - "mem:".length;
      parts.push(shown(written.slice(at, from)), `<a href="${exact(to(name))}">${shown(name)}</a>`);
      at = end;
    }
    return [...parts, shown(written.slice(at))].join("");
  };
  const inTime = (): false => {
    if (performance.now() > until) throw new TooSlow();
    return false;
  };
  const marked = new Marked({
    gfm: true,
    tokenizer: {
      // Both are asked first at each step of the parser; neither takes the step over.
      space: () => inTime(),
      escape: () => inTime(),
    },
    renderer: {
      // The page has headings of its own above these.
      heading({ depth, tokens }: Tokens.Heading) {
        const level = Math.min(6, depth + 2);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      html: ({ raw }: Tokens.HTML | Tokens.Tag) => shown(raw),
      image: ({ href, text }: Tokens.Image) => `${shown(text)} (${shown(href)})`,
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        return PLAIN_ADDRESS.test(href) ? `<a href="${exact(href)}" rel="noreferrer">${inner}</a>` : inner;
      },
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${shown(text)}\n</code></pre>\n`,
      codespan({ text }: Tokens.Codespan) {
        const [link, more] = linksIn(`\`${text}\``);
        if (link?.isQuoted && !more && text === `mem:${text.slice(4)}`)
          return `<a href="${exact(to(link.name))}"><code>${shown(link.name)}</code></a>`;
        return `<code>${shown(text)}</code>`;
      },
      text(token: Tokens.Text | Tokens.Escape) {
        if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
        return linked(token.text);
      },
      // A task's box is not to be ticked here.
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
    },
  });
  return marked.parse(text, { async: false });
}
