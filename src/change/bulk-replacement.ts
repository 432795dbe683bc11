/** Replacing over many files: a survey of all places with their ids, and the changes of those that are chosen. */
import { type UserCode, UserError } from "../base/error.ts";
import type { FileChange } from "./file-change.ts";
import {
  COUNT_LIMIT,
  type FindUse,
  findOccurrences,
  type OccurrenceFile,
  type PassedOver,
} from "./find-occurrences.ts";
import { byPath, type OccurrenceId, readId, writtenId } from "./occurrence-id.ts";
import { type Replacement, replacedFile } from "./replacement.ts";
import { type ShownPlace, shownPlace } from "./shown-place.ts";

/** Places that a survey lists; the others are counted. */
const LISTED = 1_000;

/** What one change may take. */
const CHANGED_FILES = 1_000;
const CHANGED_BYTES = 128 * 1024 * 1024;

const FAULTS_SHOWN = 10;

export interface ListedPlace extends ShownPlace {
  id: string;
  /** 1-based; a place over several lines ends on `endLine`. */
  line: number;
  endLine: number;
  isAmbiguous: boolean;
}

export interface SurveyedFile {
  path: string;
  /** How many places it has, listed or not. */
  total: number;
  places: ListedPlace[];
}

export interface Survey {
  files: SurveyedFile[];
  total: number;
  /** How many of the places are listed. */
  listed: number;
  /** Counting stopped at `COUNT_LIMIT`. */
  isCountCut: boolean;
  passedOver: PassedOver;
}

/** What is replaced: the places of some ids, or all when there are so many. */
export interface Choice {
  ids?: readonly string[] | undefined;
  expected?: number | undefined;
}

export interface Planned {
  changes: FileChange[];
  /** Places that are replaced. */
  count: number;
  /** Of the files that were looked at. */
  survey: Survey;
}

/** A bulk replacement and where it looks. */
export interface Bulk {
  paths: readonly string[];
  replacement: Replacement;
  use: FindUse;
  /** The survey in words, for refusals. */
  listing(survey: Survey): string;
}

/** Lists the places. @param chosen takes those that are wanted; all when left out. @throws as `findOccurrences`. */
export async function surveyed(
  { paths, replacement, use }: Omit<Bulk, "listing">,
  visit: (file: OccurrenceFile) => void = () => undefined,
): Promise<Survey> {
  const passedOver: PassedOver = { secret: 0, binary: 0, tooLarge: 0, tooSlow: 0, unreadable: 0 };
  const survey: Survey = { files: [], total: 0, listed: 0, isCountCut: false, passedOver };
  for await (const file of findOccurrences(paths, replacement, use, passedOver)) {
    visit(file);
    const places = file.places.slice(0, LISTED - survey.listed).map((_, index) => listedPlace(file, index));
    survey.files.push({ path: file.path, total: file.places.length, places });
    survey.listed += places.length;
    survey.total += file.places.length;
    survey.isCountCut = file.places.length >= COUNT_LIMIT || survey.total >= COUNT_LIMIT;
    if (survey.isCountCut) break;
  }
  return survey;
}

function listedPlace(file: OccurrenceFile, index: number): ListedPlace {
  const place = file.places[index]!;
  const [line, endLine] = file.lines.of(place);
  const id = writtenId({ path: file.path, index, digest: file.digests[index]! });
  return { id, line, endLine, isAmbiguous: place.isAmbiguous, ...shownPlace(place, file.lines) };
}

/**
 * The changes of the chosen places, in files as they are now.
 * @throws UserError that carries the listing of what there is now: `stale` for ids whose places are not as they were listed,
 * `not_found` or `ambiguous` for another number than expected or for a place that may be too wide, `too_large`,
 * `invalid_arguments` without a choice; without a listing for what is no id.
 */
export async function planned(bulk: Bulk, { ids, expected }: Choice): Promise<Planned> {
  if (!ids) return await plannedForAll(bulk, expected);
  const read = readIds(ids);
  if (expected !== undefined && expected !== read.length) {
    const message = `There are ${read.length} different occurrence_ids, but expected_count is ${expected}.`;
    throw invalid("expected_count", message, "Leave expected_count out: with ids, just their places are replaced.");
  }
  return await plannedByIds(bulk, read);
}

async function plannedForAll(bulk: Bulk, expected: number | undefined): Promise<Planned> {
  const found = new Collected(bulk);
  let isAmbiguous = false;
  const survey = await surveyed(bulk, (file) => {
    found.add(file, file.places);
    isAmbiguous ||= file.places.some((place) => place.isAmbiguous);
  });
  const { total, isCountCut, files } = survey;
  const refuse = (code: UserCode, message: string, hint: string) => refusal(bulk, survey, code, message, hint);
  if (isCountCut) throw refuse("too_large", `There are ${COUNT_LIMIT} places or more`, "Narrow it by path or globs.");
  if (total === 0) throw refuse("not_found", "The needle is nowhere there", "Look at the needle, path and globs.");
  const counted = `${total} ${total === 1 ? "place" : "places"} in ${files.length} ${files.length === 1 ? "file" : "files"}`;
  if (expected === undefined) {
    const message = `Neither occurrence_ids nor expected_count is given, and there are ${counted}`;
    throw refuse("invalid_arguments", message, `Give the ids of some, or expected_count ${total} for all.`);
  }
  if (total !== expected) {
    const hint = `Give the ids of those that are meant, or expected_count ${total} for all.`;
    throw refuse(total < expected ? "not_found" : "ambiguous", `There are ${counted}, not ${expected}`, hint);
  }
  if (isAmbiguous) {
    const message = "Some places may be wider than is meant: they span lines, and the needle matches again inside";
    throw refuse("ambiguous", message, "Give the ids of those that are right, or let the needle start more narrowly.");
  }
  return { changes: found.changes(survey), count: total, survey };
}

const CHANGED = "the place, the lines around it or what comes there is not what was listed";

async function plannedByIds(bulk: Bulk, ids: readonly OccurrenceId[]): Promise<Planned> {
  const found = new Collected(bulk);
  const faults = new Map(ids.map((id) => [id, "no such file is looked at, or it has no place now"]));
  const chosen = byPath(ids, bulk.paths);
  const paths = bulk.paths.filter((path) => chosen.has(path));
  const survey = await surveyed({ ...bulk, paths }, (file) => {
    const indexes = new Set<number>();
    for (const id of chosen.get(file.path)!) {
      const digest = file.digests[id.index];
      if (digest === id.digest) faults.delete(id);
      else faults.set(id, digest === undefined ? `the file has ${file.places.length} now` : CHANGED);
      indexes.add(id.index);
    }
    found.add(
      file,
      file.places.filter((_, index) => indexes.has(index)),
    );
  });
  if (faults.size === 0) return { changes: found.changes(survey), count: ids.length, survey };
  const shown = [...faults].slice(0, FAULTS_SHOWN).map(([id, why]) => `\n${writtenId(id)}: ${why}`);
  const more = faults.size > FAULTS_SHOWN ? `\nand ${faults.size - FAULTS_SHOWN} more` : "";
  const message = `${faults.size} of ${ids.length} ids are not valid now; nothing was replaced.${shown.join("")}${more}`;
  throw new UserError("stale", `${message}\n${bulk.listing(await surveyed(bulk))}`, {
    hint: "Take the ids from this listing.",
  });
}

/** Without those said twice. @throws UserError `invalid_arguments`. */
function readIds(ids: readonly string[]): OccurrenceId[] {
  const hint = "They look like src/cart.ts:0@1a2b3c4d; a dry run lists them.";
  if (ids.length === 0) throw invalid("occurrence_ids", "occurrence_ids holds no id.", hint);
  const read = new Map<string, OccurrenceId>();
  for (const id of ids) {
    const parsed = readId(id);
    if (!parsed) throw invalid("occurrence_ids", `${JSON.stringify(id.slice(0, 200))} is no occurrence id.`, hint);
    read.set(writtenId(parsed), parsed);
  }
  return [...read.values()];
}

/** Files with their chosen places, as long as one change can hold them. */
class Collected {
  readonly #bulk: Bulk;
  #files: { file: OccurrenceFile; places: OccurrenceFile["places"] }[] = [];
  #bytes = 0;
  #isTooMuch = false;

  constructor(bulk: Bulk) {
    this.#bulk = bulk;
  }

  add(file: OccurrenceFile, places: OccurrenceFile["places"]): void {
    if (places.length === 0 || this.#isTooMuch) return;
    this.#files.push({ file, places });
    this.#bytes += file.content.bytes.length;
    this.#isTooMuch = this.#files.length > CHANGED_FILES || this.#bytes > CHANGED_BYTES;
    if (this.#isTooMuch) this.#files = []; // the rest is only counted
  }

  changes(survey: Survey): FileChange[] {
    if (this.#isTooMuch) {
      const message = `One change takes at most ${CHANGED_FILES} files of ${CHANGED_BYTES / 1024 / 1024} MB in all`;
      throw refusal(this.#bulk, survey, "too_large", message, "Narrow it by path or globs.");
    }
    return this.#files.map(({ file, places }) => replacedFile(file.path, file.content, places));
  }
}

function invalid(field: string, message: string, hint: string): UserError {
  return new UserError("invalid_arguments", message, { errors: [{ pointer: `/${field}`, message }], hint });
}

function refusal({ listing }: Bulk, survey: Survey, code: UserCode, message: string, hint: string): UserError {
  return new UserError(code, `${message}; nothing was replaced.\n${listing(survey)}`, { hint });
}
