/** Turns comments into the prose that is in them. */
import { words } from "../../src/base/words.ts";

/** Marks that begin a line of a comment in any language. */
const MARK =
  /^[ \t]*(?:\/\*+!?|\*+\/|\*+(?=\s|$)|\/\/+[!<]?|#+[:!|'](?=\s)|#+|--+[|^[=]*|;+|%+|\{-+\|?|\(\*+|<!--|"""|'''|=begin|=end|@?(?:module|type)?doc\s+(?:~[sS])?"{1,3})[ \t]?/;

/** Ends of comments, wherever they stand in a line. */
const END = /(?:\*+\/|-+\}|\*+\)|-->|"""|'''|--\]\]|\]=*\])\s*$/;

/** From here on a comment speaks of parameters, examples and the like. */
const TAIL =
  /^\s*(?:[@\\](?!brief|summary|description|desc|details|short|class|module|file|ingroup|fn|see\b|code)\w+|:\w+[^:]*:|(?:args|arguments|parameters?|params?|returns?|raises|throws|yields?|examples?|usage|notes?|see also|attributes|references|since|options|todo)\s*:?\s*$|-+\s*$|- (?:parameters?|returns|throws)\b|#+\s*(?:arguments|parameters|examples?|errors|panics|safety|returns?|options)\b|>>>|```|~~~|\$ |iex>)/i;

/**
 * The paragraphs of a comment without marks, tags and links, and what it says of parameters and results as the last one.
 */
export function paragraphs(comment: string): { lead: string[]; tail: string } {
  const summary = /<summary>([\s\S]*?)<\/summary>/i.exec(comment)?.[1];
  const rest = summary === undefined ? "" : comment.slice(comment.search(/<\/summary>/i) + 10);
  const lead: string[] = [];
  let tail = "";
  let open: string[] = [];
  let isTail = false;
  let isCode = false;
  const close = () => {
    const paragraph = plain(open.join(" "));
    open = [];
    if (paragraph === "") return;
    if (isTail) tail += ` ${paragraph}`;
    else lead.push(paragraph);
  };
  for (const line of (summary ?? comment).split("\n")) {
    const bare = line.replace(MARK, "").replace(END, "").trimEnd();
    if (/^\s*(```|~~~)/.test(bare)) isCode = !isCode;
    if (isCode || /^\s*(>>>|\.\.\.|iex>|```|~~~)/.test(bare)) continue;
    if (TAIL.test(bare)) {
      close();
      isTail = true;
    }
    if (bare.trim() === "") close();
    else open.push(bare.trim());
  }
  close();
  if (rest !== "")
    tail += ` ${plain(
      rest
        .split("\n")
        .map((line) => line.replace(MARK, ""))
        .join(" "),
    )}`;
  return { lead, tail: tail.trim() };
}

function plain(text: string): string {
  return text
    .replace(/<(?:see|seealso|paramref|typeparamref)\s+\w+="(?:\w:)?([^"]*)"\s*\/?>/gi, " $1 ")
    .replace(/<\/?[a-zA-Z][^<>]{0,120}>/g, " ")
    .replace(/\{@\w+\s+([^{}]*)\}/g, " $1 ")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/\bhttps?:\/\/\S+/g, " ")
    .replace(
      /[@\\](?:brief|summary|description|desc|details|short|param|returns?|throws?|raises?|type|internal|private|public|api|since|see)\b/g,
      " ",
    )
    .replace(/\{[\w.,\s|*?<>[\]]{1,60}\}/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const LEGAL = /copyright|licen[cs]ed? |spdx|all rights reserved|warrant(y|ies)|redistribut/i;
const DIRECTIVE =
  /^\s*(todo|fixme|xxx|hack|eslint|tslint|jshint|prettier|noinspection|istanbul|c8 |@ts-|pylint|flake8|type:|nolint|clang-|go:|swift-format|swiftlint|rubocop|phpcs|stylua|luacheck|shellcheck|deprecated|-\*-|vim?:|region|endregion|pragma|include|\w+ (start|end)$)/i;

/**
 * The words of a sentence or paragraph that somebody could have asked with, undefined where it is none: commands to tools,
 * licences, code that was commented out, other languages than English.
 */
export function asked(text: string, least = 3, most = 80): string[] | undefined {
  if (text.length < 10 || LEGAL.test(text) || DIRECTIVE.test(text)) return undefined;
  const letters = text.match(/[a-zA-Z]/g)?.length ?? 0;
  const code = text.match(/[;{}()=<>[\]|&$\\]/g)?.length ?? 0;
  if (letters < text.length * 0.6 || code > text.length * 0.08) return undefined;
  const found = words(text);
  return found.length < least || found.length > most ? undefined : found;
}
