import { assertUnderstood, mark } from "../../core/model/copies";
import { noteStack, withStackOf } from "../../core/model/declaration-stacks";
import type { Carrier } from "../../schema/interface/carried";
import { isChange, type Change } from "../../schema/interface/change";
import { takeChange, nameOfStep } from "./list-changes";
import { isContext, type AnyContext } from "../../schema/interface/context";
import {
  historyKey,
  historyOf,
  Nothing,
  lossOfMembers,
  type Convert,
  type Face,
  type History,
  type Link,
  type LinkSchema,
  type Loss,
} from "../../schema/interface/histories";
import { describe, isObject, isRecord, misfit, takeRejection } from "../../core/model/value";
import type { BodyOptions, Schema } from "../../schema/interface/schema";
import { isSchemaLike, noSchemaInWords } from "../../schema/interface/schema-like";
import { guarded } from "./convert";
import { linkOf, newestOf } from "../../schema/interface/at-version";
import { wingAtHand, wingKey, type Wing } from "../../core/model/wing";
import type { LinkIn, LinkMistake, TogetherFunction, Versioned as VersionedType } from "./versioned-type";
import {
  addedLink,
  madeOptionalLink,
  madeRequiredLink,
  removedLink,
  renamedLink,
  type MemberLink,
} from "./member-links";
import { knownRename, stricterOf } from "./moved-places";
import { crossedMembersIn } from "./crossed-parts";
import { wholeHistory, type WholePart } from "./whole-history";
import { pathsOf, type WrittenPath } from "./within";

export type Versioned<
  Newest extends LinkIn = Schema,
  Oldest extends LinkIn = Newest,
  Can extends "Up" | "Down" = "Up" | "Down",
> = VersionedType<Newest, Oldest, Can>;

/**
 * Begins a schema's history: `Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"))` for the change `Born`.
 *
 * A history can be used in the place of the schema, and each method returns a new history. Without further calls, the
 * schema is the same in every version. If only older versions have a body, begin with `Nothing`:
 * `Versioned(Nothing).Before(NoContent, z.object({}), { Down: () => ({}) })`.
 *
 * @throws TypeError for a value that is not a schema, or is already a history.
 */
export function Versioned<S extends LinkIn | LinkMistake<S>>(newest: S): Versioned<S> {
  if (newest !== Nothing) assertSchema("Versioned", newest);
  // The cast is needed, because only versioned-type.ts has the types of the methods.
  return new VersionedSchema({
    links: [{ ...unchanged, schema: newest }],
    within: [],
    carried: [],
  }) as unknown as Versioned<S>;
}

/** Returns a history itself, or makes a history without changes for a schema. Throws a TypeError for other values. */
export function historyFor(where: string, schema: unknown): History {
  const history = historyOf(schema);
  if (history) return history;
  assertSchema(where, schema);
  return { links: [{ ...unchanged, schema }], within: [], carried: [] };
}

const unchanged = {
  change: undefined,
  beside: [],
  name: nameOfStep(),
  up: undefined,
  down: undefined,
  loss: undefined,
  stricter: undefined,
  places: [],
  body: Object.freeze({}),
  type: undefined,
  needs: [],
  carriers: [],
  isLifted: false,
  face: undefined,
} satisfies Partial<Link>;

interface WrittenConversion {
  readonly Up?: Convert;
  readonly Down?: Convert;
  readonly Needs?: readonly AnyContext[];
  readonly Lossy?: unknown;
  readonly Stricter?: unknown;
  readonly Limit?: string;
  readonly Type?: string | readonly string[];
}

type LinkChanges = Change | readonly Change[];

class VersionedSchema {
  declare readonly [historyKey]: History;

  get [wingKey](): Wing | undefined {
    return wingAtHand("changes");
  }

  constructor(history: History) {
    const links = Object.freeze(history.links.map((link) => Object.freeze(link)));
    Object.defineProperty(this, historyKey, { value: Object.freeze({ ...history, links }) });
    standAs(this, newestOf({ links }));
    Object.freeze(this);
  }

  Before(meeting: LinkChanges, schema: LinkSchema, convert: WrittenConversion = {}): VersionedSchema {
    const [change, ...beside] = changesOfLink(meeting);
    if (schema !== Nothing) assertSchema("Before", schema);
    assertConversion("Before", convert, ["Up", "Down", "Needs", "Lossy", "Stricter", "Type", "Limit"]);
    const { Up, Down, Needs, Lossy, Stricter, Type, Limit } = convert;
    const name = nameOfStep(change, ...beside);
    const { stricter, places } = stricterOf(Stricter);
    const needs = contextsOfLink(Needs, name);
    const carriers = this.#carriers;
    const { body, type } = typesOf(Type, Limit);
    const { links } = this[historyKey];
    // All members are listed, because a spread of `unchanged` would take V8 longer than the creation of this object.
    const link: Link = {
      schema,
      change,
      beside: Object.freeze(beside),
      name,
      up: fittedTo(schema, Up, guarded(Up, `Up of ${name}`, { needs, carries: false })),
      down: fittedTo(
        linkOf({ links }, links.length - 1).schema,
        Down,
        guarded(Down, `Down of ${name}`, { needs, carries: carriers.length > 0 }),
      ),
      loss: lossOf(Lossy),
      stricter,
      places: [...places, ...(knownRename(Up)?.places ?? [])],
      body,
      type,
      needs,
      carriers,
      isLifted: false,
      face: undefined,
    };
    return new VersionedSchema({ ...this[historyKey], links: [...links, noteStack(link)] });
  }

  Added(change: LinkChanges, ...members: readonly unknown[]): VersionedSchema {
    return this.#changed(change, (newer) => addedLink(newer, members));
  }

  Removed(change: LinkChanges, schemas: unknown, answers?: unknown): VersionedSchema {
    return this.#changed(change, (newer) => removedLink(newer, schemas, answers));
  }

  Renamed(change: LinkChanges, old: unknown, now: unknown): VersionedSchema {
    return this.#changed(change, (newer) => renamedLink(newer, old, now));
  }

  MadeRequired(change: LinkChanges, meanings: unknown): VersionedSchema {
    return this.#changed(change, (newer) => madeRequiredLink(newer, meanings));
  }

  MadeOptional(change: LinkChanges, answers: unknown): VersionedSchema {
    return this.#changed(change, (newer) => madeOptionalLink(newer, answers));
  }

  #changed(meeting: LinkChanges, linkTo: (newer: unknown) => MemberLink): VersionedSchema {
    const [change, ...beside] = changesOfLink(meeting);
    const { links } = this[historyKey];
    const link: Link = {
      ...unchanged,
      ...linkTo(linkOf({ links }, links.length - 1).schema),
      change,
      beside: Object.freeze(beside),
      name: nameOfStep(change, ...beside),
      loss: lossOfMembers,
    };
    return new VersionedSchema({ ...this[historyKey], links: [...links, noteStack(link)] });
  }

  As(schema: Schema, convert: WrittenConversion = {}): VersionedSchema {
    assertSchema("As", schema);
    assertConversion("As", convert, ["Up", "Down"]);
    const { links } = this[historyKey];
    const last = linkOf({ links }, links.length - 1);
    if (last.schema === Nothing) {
      throw new TypeError(
        "As: the call must follow a schema that has a value, but follows Nothing: call As after another schema",
      );
    }
    if (last.face) {
      throw new TypeError("As: this schema already has an As: remove one of the two");
    }
    const name = `the face of ${last.name}`;
    const carriers = this.#carriers;
    const face: Face = Object.freeze({
      schema,
      up: guarded(convert.Up, `Up of ${name}`),
      down: guarded(convert.Down, `Down of ${name}`, { needs: [], carries: carriers.length > 0 }),
      carriers,
      isLifted: false,
    });
    const faced = withStackOf(last, { ...last, face });
    return new VersionedSchema({ ...this[historyKey], links: [...links.slice(0, -1), faced] });
  }

  Carrying(schema: Schema): VersionedSchema {
    assertSchema("Carrying", schema);
    if (this.#carriers.length > 0) {
      throw new TypeError("Carrying: this history already has a Carrying: remove one of the two");
    }
    const carrier: Carrier = Object.freeze({ schema });
    return new VersionedSchema({
      ...this[historyKey],
      carried: [{ carrier, path: [] }, ...this[historyKey].carried],
    });
  }

  get #carriers(): readonly Carrier[] {
    return this[historyKey].carried.flatMap(({ carrier, path }) => (path.length === 0 ? carrier : []));
  }

  Within(path: WrittenPath | readonly WrittenPath[], wrap: (schema: Schema) => Schema): VersionedSchema {
    if (!Array.isArray(path)) {
      throw misfit("Within: the path", 'a list such as ["data", Each]', path);
    }
    const parts = [{ history: this[historyKey], paths: pathsOf(path) }];
    return new VersionedSchema(historyOfWhole("Within", parts, wrap));
  }
}

mark(VersionedSchema.prototype);

/**
 * The history of an envelope with several parts that have histories of their own. For a single part, use `Within`.
 *
 * ```
 * const Page = Together([[Cat, ["cats", Each]], [Owner, ["owner"]]], (cat, owner) =>
 *   z.object({ cats: z.array(cat), owner }));
 * ```
 *
 * `wrap` gets a schema of each part, for each form of the envelope. Changes of the parts are changes of the envelope.
 *
 * @throws TypeError if the parts are not a list of histories with paths, or if a history contains `Nothing`.
 */
export const Together: TogetherFunction = (parts, wrap) => {
  const written: unknown = parts;
  if (!Array.isArray(written) || written.length === 0) {
    const got = Array.isArray(written) ? "an empty list" : describe(written);
    throw new TypeError(
      `Together: the first argument must be a list such as [[Cat, ["cats", Each]]], got ${got}`,
    );
  }
  // The cast is needed, because only versioned-type.ts has the types of the methods.
  return new VersionedSchema({
    ...historyOfWhole("Together", parts.map(partOf), wrap),
    crossedIn(reader) {
      return crossedMembersIn(this, reader);
    },
  }) as never;
};

function partOf(part: unknown, index: number): WholePart {
  const [history, path] = Array.isArray(part) ? (part as readonly unknown[]) : [];
  const known = historyOf(history);
  if (!known) {
    throw misfit(
      `Together: the first item of part ${index}`,
      "a history, made by Versioned(schema)",
      history,
    );
  }
  if (!Array.isArray(path)) {
    throw misfit(`Together: the second item of part ${index}`, 'a path such as ["data", Each]', path);
  }
  return { history: known, paths: pathsOf(path as WrittenPath) };
}

function historyOfWhole(
  where: string,
  parts: readonly WholePart[],
  wrap: (...schemas: never) => unknown,
): History {
  if (typeof wrap !== "function") {
    throw misfit(`${where}: wrap`, "a function", wrap);
  }
  return wholeHistory(where, parts, (schemas) => {
    const whole: unknown = Reflect.apply(wrap, undefined, schemas);
    assertSchema(`${where}: the result of wrap`, whole);
    return whole;
  });
}

/** Reads two options of `Before`. A type with a `/` is the media type of responses; others are request formats. */
function typesOf(written: unknown, Limit: string | undefined): Pick<Link, "body" | "type"> {
  if (written === undefined && Limit === undefined) return unchanged;
  const types: readonly unknown[] = Array.isArray(written) ? written : [written];
  const sent = types.filter((type) => typeof type === "string" && type.includes("/"));
  if (sent.length > 1) {
    throw new TypeError(`Before: Type must name one media type, got ${sent.map(describe).join(" and ")}`);
  }
  const read = types.filter((type) => type !== sent[0]);
  // An empty list and unknown types are kept here, so that Build can report them.
  const Type = Array.isArray(written) && (read.length > 1 || sent.length === 0) ? read : read[0];
  return {
    body: Object.freeze({
      ...(Limit !== undefined && { Limit }),
      ...(Type !== undefined && { Type: Type as NonNullable<BodyOptions["Type"]> }),
    }),
    type: sent[0] as string | undefined,
  };
}

function changesOfLink(written: unknown): readonly [Change, ...Change[]] {
  const changes: readonly unknown[] = Array.isArray(written) ? written : [written];
  changes.forEach(takeChange);
  const [first, ...others] = new Set(changes);
  if (!isChange(first)) {
    const got = changes.length === 0 ? "an empty list" : describe(first);
    throw new TypeError(
      `Before: the first argument must be a change, made by Change(version, description), got ${got}`,
    );
  }
  return [first, ...others.map((other) => besideChange(other, first))];
}

function besideChange(other: unknown, first: Change): Change {
  if (!isChange(other)) {
    throw new TypeError(`Before: a list of changes must contain only changes, got ${describe(other)}`);
  }
  if (other.Version === first.Version) return other;
  throw new TypeError(
    `Before: all changes of a list must have the same version, got ${nameOfStep(first)} and ${nameOfStep(other)}: ` +
      "write one Before for each version",
  );
}

/** Reads the option `Lossy`: a reason for the whole link, or an object with a reason for each place. */
function lossOf(written: unknown): Loss | undefined {
  if (written === undefined) return undefined;
  if (typeof written === "string") return { reason: written, places: undefined };
  const reasons: readonly (readonly [string, unknown])[] = isRecord(written) ? Object.entries(written) : [];
  if (reasons.length === 0 || reasons.some(([, reason]) => typeof reason !== "string")) {
    const expected = 'a string with the reason, or an object such as { "total.currency": "the reason" }';
    throw misfit("Before: Lossy", expected, written);
  }
  const lines = reasons.map(([place, reason]) => `${place}: ${String(reason)}`);
  return { reason: lines.join("; "), places: reasons.map(([place]) => place) };
}

/** Adapts a function of a `Rename` to the schema of its argument; returns any other function unchanged. */
function fittedTo(given: LinkSchema, written: unknown, convert: Convert | undefined): Convert | undefined {
  return convert && (knownRename(written)?.fitted(convert, given) ?? convert);
}

function contextsOfLink(written: unknown, name: string): readonly AnyContext[] {
  if (written === undefined) return [];
  const keys: readonly unknown[] = Array.isArray(written) ? written : [undefined];
  for (const key of keys) assertUnderstood(`Needs of ${name}`, key);
  if (!keys.every(isContext)) {
    throw new TypeError(`${name}: Needs must be a list of keys made by Context(name)`);
  }
  return Object.freeze([...keys]);
}

/** Makes the history `target` usable as its newest schema: adds `~standard`, or the keywords of a plain JSON Schema. */
function standAs(target: object, newest: LinkSchema): void {
  if (newest === Nothing) return;
  if ("~standard" in newest) {
    // Hot path of Build: all histories share one getter, because V8 is slower if each has a getter of its own.
    Object.defineProperty(target, "~standard", { get: standardOfNewest, enumerable: true });
  } else Object.defineProperties(target, Object.getOwnPropertyDescriptors(newest));
}

/** Reads `~standard` as late as possible, because libraries create its value only when it is first read. */
function standardOfNewest(this: VersionedSchema): unknown {
  const newest = newestOf(this[historyKey]);
  // A history whose newest schema is `Nothing` does not get this getter, so only the compiler needs this test.
  return newest === Nothing ? undefined : Reflect.get(newest, "~standard");
}

function assertSchema(where: string, schema: unknown): asserts schema is Schema {
  assertUnderstood(where, schema);
  if (!isSchemaLike(schema)) throw new TypeError(`${where}: expected a schema, ${noSchemaInWords(schema)}`);
  if (takeRejection(schema)) {
    throw new TypeError(`${where}: expected a schema, got a promise: await it first`);
  }
  if (historyOf(schema)) {
    throw new TypeError(`${where}: expected a schema, got a history: pass the schema of a single version`);
  }
}

function assertConversion(where: string, convert: object, known: readonly string[]): void {
  assertUnderstood(where, convert);
  if (!isObject(convert)) {
    throw misfit(`${where}: the conversion`, `an object with ${known.join(", ")}`, convert);
  }
  const unknown = Object.keys(convert).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(
      `${where}: a key of the conversion must be one of ${known.join(", ")}, got ${unknown}`,
    );
  }
}
