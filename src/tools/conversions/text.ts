import { isObject, isText } from "../../core/model/value";
import type { EntryPlace, FrozenBeside, FrozenEntry, FrozenSample } from "./entries";

/** Writes entries as JSON, sorted by change and place, with one sample a line. */
export function textOfEntries(entries: readonly FrozenEntry[]): string {
  return `${listText(entries.toSorted(compareEntries).map(entryText), "")}\n`;
}

/** Texts are compared by code units, because the rules of a language differ between machines. */
function compareEntries(one: FrozenEntry, other: FrozenEntry): number {
  const [key, otherKey] = [sortKey(one), sortKey(other)];
  return Number(key > otherKey) - Number(key < otherKey);
}

function sortKey({ change, where, face }: FrozenEntry): string {
  return [change, ...where, ...(face ? ["face"] : [])].join("\u0000");
}

function entryText({ change, where, face, up, down }: FrozenEntry): string {
  const members = [
    `"change": ${JSON.stringify(change)}`,
    `"where": [${where.map((one) => JSON.stringify(one)).join(", ")}]`,
    ...(face ? [`"face": true`] : []),
    ...(up ? [`"up": ${listText(up.map(sampleText), "    ")}`] : []),
    ...(down ? [`"down": ${listText(down.map(sampleText), "    ")}`] : []),
  ];
  return `{\n${members.map((member) => `    ${member}`).join(",\n")}\n  }`;
}

function sampleText({ given, got, beside }: FrozenSample): string {
  return `[${[given, got, ...(beside ? [beside] : [])].map((value) => JSON.stringify(value)).join(", ")}]`;
}

function listText(items: readonly string[], indent: string): string {
  return items.length === 0
    ? "[]"
    : `[\n${items.map((item) => `${indent}  ${item}`).join(",\n")}\n${indent}]`;
}

/** The form of the file, for messages. */
export const entriesForm =
  'a list of frozen conversions, such as [{ "change": "...", "where": ["Cat1"], "up": [[given, got]], "down": [] }]';

/** Reads the parsed content of a file. Returns a text for content that is not a list of entries. */
export function entriesIn(json: unknown): readonly FrozenEntry[] | string {
  if (!Array.isArray(json)) return `it must be ${entriesForm}`;
  const entries = json.map(entryIn);
  const wrong = entries.findIndex((entry) => entry === undefined);
  if (wrong !== -1) return `entry ${wrong + 1} is not one of ${entriesForm}`;
  return entries.filter((entry) => entry !== undefined);
}

function entryIn(json: unknown): FrozenEntry | undefined {
  if (!isObject(json)) return undefined;
  const { change, where, face, up, down } = json as Readonly<Record<string, unknown>>;
  const [place, ups, downs] = [placeIn(where), samplesIn(up), samplesIn(down)];
  const isSampled = ups !== null && downs !== null;
  if (!isText(change) || !place || !isSampled || (face !== undefined && face !== true)) return undefined;
  return { change, where: place, face: face === true, up: ups, down: downs };
}

function placeIn(json: unknown): EntryPlace | undefined {
  if (!Array.isArray(json) || !json.every(isText)) return undefined;
  const [base, ...more] = json;
  return base === undefined ? undefined : [base, ...more];
}

/** Returns the samples of a side, undefined for an absent side, and null for a value of another form. */
function samplesIn(json: unknown): readonly FrozenSample[] | undefined | null {
  if (json === undefined) return undefined;
  if (!Array.isArray(json)) return null;
  const samples = json.map(sampleIn);
  return samples.some((sample) => sample === undefined) ? null : samples.filter((one) => one !== undefined);
}

function sampleIn(json: unknown): FrozenSample | undefined {
  if (!Array.isArray(json) || (json.length !== 2 && json.length !== 3)) return undefined;
  const [given, got, beside] = json as readonly unknown[];
  if (json.length === 2) return { given, got };
  return isBeside(beside) ? { given, got, beside } : undefined;
}

function isBeside(json: unknown): json is FrozenBeside {
  if (!isObject(json)) return false;
  const { contexts } = json as { readonly contexts?: unknown };
  return contexts === undefined || isObject(contexts);
}
