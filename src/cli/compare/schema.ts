import type { JSONSchema } from "../../model/schema";
import { fitsKeywords } from "./bounds";
import { isBreaking, type Direction } from "./change";
import { said, type Comparing, type Difference } from "./difference";
import { wordFor, wordsFor, wordsForValues } from "./form-words";
import {
  allowsAnything,
  formsOf,
  isAnySchema,
  isOfType,
  saidFirst,
  valuesIn,
  type AnySchema,
  type Conjunction,
  type Form,
  type TypedForm,
} from "./forms";
import { matchForms } from "./matching";
import type { Resolve } from "./operation";
import { canonical, either } from "./words";

/** A schema of one of two documents. */
export interface Side {
  readonly schemas: Conjunction;
  readonly resolve: Resolve;
}

/** A schema as it is written, as a list of what must hold; what is missing forbids nothing. */
export function conjunction(written: unknown): Conjunction {
  return isAnySchema(written) ? [written] : [];
}

/**
 * What differs between two schemas, in words, and whether who relied on the first fails by it.
 *
 * Whatever leads back to itself is compared once.
 */
export function compareSchemas(
  before: Side,
  after: Side,
  { direction, subject }: { readonly direction: Direction; readonly subject: string },
): readonly { readonly text: string; readonly isBreaking: boolean }[] {
  const comparing: Comparing = {
    direction,
    once: remembering(),
    compare: (was, is) =>
      comparing.once("", [was, is], () =>
        compareAll(
          { schemas: was, resolve: before.resolve },
          { schemas: is, resolve: after.resolve },
          comparing,
        ),
      ),
  };
  const told = new Map<string, { readonly text: string; readonly isBreaking: boolean }>();
  for (const { path, text, effect } of comparing.compare(before.schemas, after.schemas)) {
    const whole = `${path.length === 0 ? subject : `property "${inWords(path)}" `}${text}`;
    // Members of a union may have the same to tell.
    const isKnown = told.get(whole)?.isBreaking === true;
    told.set(whole, { text: whole, isBreaking: isKnown || isBreaking(effect, direction) });
  }
  return [...told.values()];
}

/** `owner.names[]`. */
function inWords(path: readonly string[]): string {
  return path.join(".").replaceAll(".[", "[");
}

/** Compares two lists of schemas once: they may stand in many places, and in themselves. */
function remembering(): Comparing["once"] {
  const known = new Map<string, readonly Difference[]>();
  const idOf = numbering();
  return (kind, lists, compare) => {
    const key = [kind, ...lists.map((schemas) => schemas.map(idOf).sort().join())].join(" ");
    const found = known.get(key);
    if (found) return found;
    // What is met again within itself is told where it was met first.
    known.set(key, []);
    const differences = compare();
    known.set(key, differences);
    return differences;
  };
}

/** Each schema's number; `true` and `false` stand for themselves. */
function numbering(): (schema: AnySchema) => string {
  const ids = new Map<JSONSchema, number>();
  return (schema) => {
    if (typeof schema === "boolean") return String(schema);
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return String(id);
  };
}

function compareAll(before: Side, after: Side, comparing: Comparing): readonly Difference[] {
  return [
    ...compareForms(before, after, comparing),
    ...(comparing.direction === "request" ? compareDefaults(before, after) : []),
  ];
}

function compareForms(before: Side, after: Side, comparing: Comparing): readonly Difference[] {
  const [was, is] = [formsOf(before.schemas, before.resolve), formsOf(after.schemas, after.resolve)];
  const wasAnything = allowsAnything(before.schemas, before.resolve);
  const isAnything = allowsAnything(after.schemas, after.resolve);
  if (wasAnything && isAnything) return [];
  if (wasAnything) return [said(`was anything and is now ${wordsFor(is)}`, "narrows")];
  if (isAnything) return [said(`was ${wordsFor(was)} and may now be anything`, "widens")];

  const matches = families.map((kinds) => matchForms(typedIn(was, kinds), typedIn(is, kinds), comparing));
  const keptValues = valuesIn(was).filter((value) => is.some((form) => accepts(form, value)));
  const lost = [
    ...matches.flatMap((match) => match.lost.map((form) => wordFor(form, is))),
    ...wordsForValues(valuesIn(was).filter((value) => !keptValues.includes(value))),
  ];
  const gained = [
    ...matches.flatMap((match) => match.gained.map((form) => wordFor(form, was))),
    ...wordsForValues(valuesIn(is).filter((value) => !was.some((form) => accepts(form, value)))),
  ];
  const differences = matches.flatMap((match) => match.differences);
  const isOther = keptValues.length === 0 && matches.every(({ kept }) => kept === 0);
  if (isOther && lost.length > 0 && gained.length > 0) {
    return [said(`was ${either(lost)} and is now ${either(gained)}`, "breaks")];
  }
  return [
    ...(lost.length === 0 ? [] : [said(`may no longer be ${either(lost)}`, "narrows")]),
    ...(gained.length === 0 ? [] : [said(`may now be ${either(gained)}`, "widens")]),
    ...differences,
  ];
}

/** The types whose values may be each other's. */
const families: readonly (readonly TypedForm["kind"][])[] = [
  ["string"],
  ["number", "integer"],
  ["array"],
  ["object"],
];

/** What stands in for a value that a request leaves out. */
function compareDefaults(before: Side, after: Side): readonly Difference[] {
  const [was, is] = [before, after].map(({ schemas, resolve }) => saidFirst(schemas, "default", resolve));
  const [old, now] = [canonical(was), canonical(is)];
  if (old === now) return [];
  if (was === undefined) return [said(`now has the default ${now}`, "harmless")];
  return [
    said(
      is === undefined ? `no longer has the default ${old}` : `has the default ${now} instead of ${old}`,
      "breaks",
    ),
  ];
}

function typedIn(forms: readonly Form[], kinds: readonly TypedForm["kind"][]): readonly TypedForm[] {
  return forms.filter((form) => form.kind !== "value").filter(({ kind }) => kinds.includes(kind));
}

function accepts(form: Form, value: unknown): boolean {
  if (form.kind === "value") return canonical(form.value) === canonical(value);
  return isOfType(value, form.kind) && (typeof value === "object" || fitsKeywords(value, form));
}
