/** Replacing over many files: a survey of all places with their ids, and the changes of those that are chosen. */
import { type UserCode, UserError } from "../base/error.ts";
import { editedFile, type FileChange } from "./file-change.ts";
import { COUNT_LIMIT, type FindUse, findOccurrences, type OccurrenceFile, type PassedOver } from "./find-occurrences.ts";
import { namesPath, type OccurrenceId, readId, writtenId } from "./occurrence-id.ts";
import { editsOf, type Replacement } from "./replacement.ts";
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
export type Choice = { ids: readonly string[] } | { expected: number };

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
 * @throws UserError that carries the listing of what there is now: `stale` for ids whose places are not as they were shown,
 * `not_found` or `ambiguous` for another number than expected or for a place that may be too wide, `too_large`;
 * `invalid_arguments` for what is no id.
 */
export async function planned(bulk: Bulk, choice: Choice): Promise<FileChange[]> {
  return "ids" in choice ? await plannedByIds(bulk, readIds(choice.ids)) : await plannedForAll(bulk, choice.expected);
}

async function plannedForAll(bulk: Bulk, expected: number): Promise<FileChange[]> {
  const found = new Collected(bulk);
  let isAmbiguous = false;
  const survey = await surveyed(bulk, (file) => {
    found.add(file, file.places);
    isAmbiguous ||= file.places.some((place) => place.isAmbiguous);
  });
  const { total, isCountCut, files } = survey;
  const refuse = (code: UserCode, message: string, hint: string) => refusal(bulk, survey, code, message, hint);
  if (isCountCut) throw refuse("too_large", `There are ${COUNT_LIMIT} places or more`, "Narrow it by path or globs.");
  if (total !== expected) {
    const message = `There are ${total} places in ${files.length} files, not ${expected}`;
    const hint = total === 0 ? "Look at the needle, path and globs." : "Look at them; then give their ids, or this count.";
    throw refuse(total < expected ? "not_found" : "ambiguous", message, hint);
  }
  if (isAmbiguous) {
    const message = "Some places may be wider than is meant: they span lines and match again inside";
    throw refuse("ambiguous", message, "Give the ids of those that are right, or let the expression start more narrowly.");
  }
  return found.changes(survey);
}

async function plannedByIds(bulk: Bulk, ids: readonly OccurrenceId[]): Promise<FileChange[]> {
  const found = new Collected(bulk);
  const missing = new Map(ids.map((id) => [id, "no such file is looked at, or it holds no place now"]));
  const paths = bulk.paths.filter((path) => ids.some((id) => namesPath(id, path)));
  const survey = await surveyed({ ...bulk, paths }, (file) => {
    const chosen = ids.filter((id) => namesPath(id, file.path));
    for (const id of chosen) {
      const digest = file.digests[id.index];
      if (digest === id.digest) missing.delete(id);
      else missing.set(id, digest === undefined ? `the file has ${file.places.length} places now` : CHANGED);
    }
    const indexes = new Set(chosen.map(({ index }) => index));
    found.add(file, file.places.filter((_, index) => indexes.has(index)));
  });
  if (missing.size > 0) {
    const faults = [...missing].slice(0, FAULTS_SHOWN).map(([id, why]) => `${writtenId(id)}: ${why}`);
    const more = missing.size > FAULTS_SHOWN ? `; and ${missing.size - FAULTS_SHOWN} more` : "";
    const message = `${missing.size} of ${ids.length} ids are not valid now (${faults.join("; ")}${more})`;
    throw refusal(bulk, await surveyed(bulk), "stale", message, "Take the ids from this listing.");
  }
  return found.changes(survey);
}

const CHANGED = "the place, the lines around it or what comes there is not what was listed";

/** Without those said twice. @throws UserError `invalid_arguments`. */
function readIds(ids: readonly string[]): OccurrenceId[] {
  const read = new Map<string, OccurrenceId>();
  for (const id of ids) {
    const parsed = readId(id);
    if (!parsed) {
      const message = `${JSON.stringify(id.slice(0, 200))} is no occurrence id.`;
      throw new UserError("invalid_arguments", message, {
        errors: [{ pointer: "/occurrence_ids", message }],
        hint: "They look like src/cart.ts:0@1a2b3c4d; a call with dry_run lists them.",
      });
    }
    read.set(writtenId(parsed), parsed);
  }
  return [...read.values()];
}

/** Files with their chosen places, as long as one change can hold them. */
class Collected {
  readonly #bulk: Bulk;
  readonly #files: { file: OccurrenceFile; places: OccurrenceFile["places"] }[] = [];
  #bytes = 0;

  constructor(bulk: Bulk) {
    this.#bulk = bulk;
  }

  add(file: OccurrenceFile, places: OccurrenceFile["places"]): void {
    if (places.length === 0) return;
    this.#bytes += file.content.bytes.length;
    if (this.#isTooMuch) this.#files.length = 0;
    this.#files.push({ file, places });
  }

  get #isTooMuch(): boolean {
    return this.#files.length > CHANGED_FILES || this.#bytes > CHANGED_BYTES;
  }

  changes(survey: Survey): FileChange[] {
    if (survey.files.length > CHANGED_FILES || this.#bytes > CHANGED_BYTES) {
      const message = `One change takes ${CHANGED_FILES} files of ${CHANGED_BYTES / 1024 / 1024} MB in all at most`;
      throw refusal(this.#bulk, survey, "too_large", message, "Narrow it by path or globs.");
    }
    return this.#files.map(({ file, places }) => editedFile(file.path, file.content, editsOf(places)));
  }
}

function refusal({ listing }: Bulk, survey: Survey, code: UserCode, message: string, hint: string): UserError {
  return new UserError(code, `${message}; nothing was replaced.\n${listing(survey)}`, { hint });
}
