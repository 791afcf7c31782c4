import type { JSONSchema } from "./interface/schema";
import { groupedBy, once } from "../core/model/collections";
import { ClauseMaker, takesKind, type Clauses, type JSONKind } from "./json-schema/normal";
import { itemsOf, membersOf, type MemberVerdict } from "./json-schema/members";
import { schemasWithForeignIn, sharedIn } from "./json-schema/shared";
import { tagOf } from "./json-schema/tags";
import { subschemaIn } from "./json-schema/targets";

/** Describes the allowed values of a JSON Schema: their kinds, and the members of objects. Others are removed. */
export interface Outline extends TakenKinds {
  readonly object: ObjectOutline | TagOutline | undefined;
  readonly list: ListOutline | undefined;
}

interface TakenKinds {
  readonly takesObjects: boolean;
  readonly takesLists: boolean;
  /** True if a text or a number is allowed. An outline does not distinguish between them. */
  readonly takesTexts: boolean;
}

/** The rule for one member: `closed` removes it, undefined keeps it, and any other outline applies to its value. */
export type OutlineRule = Outline | undefined;

/** The rule that removes a member, compared by identity. Hot path: V8 compares rules fastest if all are objects. */
export const closed: Outline = outlineOfScalars(false);

export interface ObjectOutline {
  readonly kind: "members";
  /** The names in the schema's order, which is also the order of `rules`. */
  readonly names: readonly string[];
  readonly rules: readonly OutlineRule[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly patterns: readonly { readonly pattern: RegExp; readonly rule: OutlineRule }[];
  readonly several: OutlineRule;
  readonly others: OutlineRule;
  readonly copier: Copier;
}

/** In a union of objects, the value of one member, such as `kind`, selects the outline. */
export interface TagOutline {
  readonly kind: "tag";
  readonly name: string;
  readonly byValue: ReadonlyMap<unknown, Outline | undefined>;
}

/** The outline of a list. `first` has the outlines of the first items, as in a tuple. */
export interface ListOutline {
  readonly first: readonly (Outline | undefined)[];
  readonly others: Outline | undefined;
}

/**
 * Makes the outline of a schema; undefined if it would remove no members. With `isOpenToo`, a schema that only rejects
 * kinds of values, such as lists, has an outline, too.
 *
 * @throws Error if the schema has too many alternatives.
 */
export type OutlineMaker = (json: JSONSchema, isOpenToo: boolean) => Outline | undefined;

/** Outlines of shared components are made once: the time of Build must not grow by components times schemas. */
export function outlineMaker(): OutlineMaker {
  const shared = once(() => new Drafts());
  return (json, isOpenToo) => (isOfShared(json) ? shared() : new Drafts()).outlineOf(json, isOpenToo);
}

/** True if a schema has shared components, all of whose references lead to shared components. */
function isOfShared(json: JSONSchema): boolean {
  return sharedIn(json).length > 0 && schemasWithForeignIn(json).length === 0;
}

type OutlineDraft = Parts | undefined;

interface Parts extends TakenKinds {
  object: OutlinePart<ObjectOutline | TagOutline> | undefined;
  list: OutlinePart<ListOutline> | undefined;
}

interface OutlinePart<Result> {
  readonly children: readonly OutlineDraft[];
  /** True if the outline removes members, at any depth. */
  closes: boolean;
  /** True if the outline rejects values, at any depth. */
  judges: boolean;
  readonly finish: (finished: (draft: OutlineDraft) => Outline | undefined) => Result;
}

/** The maximum number of outlines, without those for each piece. Without it, a recursive union could fill the memory. */
const mostOutlines = 2_000;

const outlinesPerPiece = 4;

/** Creates one outline for each set of alternatives. Otherwise a recursive schema would have infinitely many. */
class Drafts {
  /** The schema that contains all schemas which are not shared, and whose outline is not known yet. */
  #root: JSONSchema = {};
  readonly #maker = new ClauseMaker((from, reference) => subschemaIn(this.#root, from, reference), {
    hasConditions: true,
  });
  readonly #byKey = new Map<string, Parts>();
  readonly #finished = new Map<OutlineDraft, Outline>();
  /** The keys of the drafts for the current root, and their maximum number without those for each new piece. */
  #added = new Set<string>();
  #known = 0;
  /** The outlines to complete. Recursion would overflow the stack for a deep schema. */
  #open: (() => void)[] = [];

  outlineOf(root: JSONSchema, isOpenToo: boolean): Outline | undefined {
    this.#root = root;
    this.#added = new Set();
    this.#known = this.#maker.pieces();
    try {
      const draft = this.#of(this.#maker.of(root, false));
      this.#complete();
      return isOpenToo || closesMembers(draft) ? this.#finishedOf(draft) : undefined;
    } catch (error) {
      // Another schema must not find drafts that are not complete.
      for (const key of this.#added) this.#byKey.delete(key);
      this.#open = [];
      throw error;
    }
  }

  #of(all: Clauses): OutlineDraft {
    // An alternative without keywords allows everything, so no outline is needed.
    if (all.some((clause) => clause.length === 0)) return undefined;
    const taken = kindsOf(all);
    if (!taken.takesObjects && !taken.takesLists) return taken.takesTexts ? text : nothing;
    const clauses = new Map(all.map((clause) => [clause.map(({ id }) => id).join(" "), clause]));
    const key = [...clauses.keys()].sort().join(",");
    const known = this.#byKey.get(key);
    if (known) return known;
    if (this.#added.size >= mostOutlines + outlinesPerPiece * (this.#maker.pieces() - this.#known)) {
      throw new Error(
        "the schema has too many alternatives to find out which properties are not allowed: simplify its unions",
      );
    }
    const draft: Parts = { ...taken, object: undefined, list: undefined };
    this.#byKey.set(key, draft);
    this.#added.add(key);
    this.#open.push(() => {
      this.#draw(draft, [...clauses.values()]);
    });
    return draft;
  }

  #complete(): void {
    for (let draw = this.#open.pop(); draw; draw = this.#open.pop()) draw();
    const made = [...this.#added].flatMap((key) => this.#byKey.get(key) ?? []);
    spread(made, "closes", closesMembers);
    spread(made, "judges", judges);
  }

  #draw(draft: Parts, clauses: Clauses): void {
    const objects = clauses.filter((clause) => takesKind(clause, "object"));
    const lists = clauses.filter((clause) => takesKind(clause, "array"));
    if (objects.length > 0) draft.object = this.#tag(objects) ?? this.#members(objects);
    if (lists.length > 0) draft.list = this.#list(lists);
  }

  #tag(clauses: Clauses): OutlinePart<TagOutline> | undefined {
    const tag = tagOf(clauses, this.#maker);
    if (!tag) return undefined;
    const drafts = [...tag.byValue].map(([value, named]) => [value, this.#of(named)] as const);
    return {
      children: drafts.map(([, draft]) => draft),
      closes: false,
      // An object with an unknown tag matches no alternative, so this outline can reject a value.
      judges: true,
      finish: (finished) => ({
        kind: "tag",
        name: tag.name,
        byValue: new Map(drafts.map(([value, draft]) => [value, finished(draft)])),
      }),
    };
  }

  #members(clauses: Clauses): OutlinePart<ObjectOutline> {
    const { byName, byPattern, byPatterns, others } = membersOf(clauses, this.#maker);
    const names = [...byName.keys()];
    const ends = [...byName.values(), byPatterns, others, ...byPattern.map(({ verdict }) => verdict)];
    const drafts = new Map(ends.map((verdict) => [verdict, this.#draftOf(verdict)]));
    return {
      children: [...drafts.values()].filter((draft) => draft !== "closed"),
      closes: ends.includes("closed"),
      judges: ends.includes("closed"),
      finish: (finished) => {
        const memberRuleOf = (verdict: MemberVerdict): OutlineRule => {
          const draft = drafts.get(verdict);
          return draft === "closed" ? closed : finished(draft);
        };
        return {
          kind: "members",
          names,
          rules: [...byName.values()].map(memberRuleOf),
          indexes: new Map(names.map((name, i) => [name, i])),
          patterns: byPattern.map(({ pattern, verdict }) => ({ pattern, rule: memberRuleOf(verdict) })),
          several: memberRuleOf(byPatterns),
          others: memberRuleOf(others),
          copier: new Copier(),
        };
      },
    };
  }

  #draftOf(verdict: MemberVerdict): OutlineDraft | "closed" {
    return verdict === "closed" ? verdict : this.#of(verdict);
  }

  #list(clauses: Clauses): OutlinePart<ListOutline> {
    const items = itemsOf(clauses, this.#maker);
    const first = items.first.map((one) => this.#of(one));
    const others = this.#of(items.others);
    return {
      children: [...first, others],
      closes: false,
      judges: false,
      finish: (finished) => ({ first: first.map(finished), others: finished(others) }),
    };
  }

  /** Turns a draft into an outline; undefined if the draft allows every value. */
  #finishedOf(draft: OutlineDraft): Outline | undefined {
    const outline = this.#finish(draft);
    for (let finish = this.#open.pop(); finish; finish = this.#open.pop()) finish();
    return outline;
  }

  /** Fills in the inner outlines later, because recursion would overflow the stack for a deep schema. */
  readonly #finish = (draft: OutlineDraft): Outline | undefined => {
    if (!draft || !judges(draft)) return undefined;
    const known = this.#finished.get(draft);
    if (known) return known;
    const { takesObjects, takesLists, takesTexts } = draft;
    const outline: { -readonly [Key in keyof Outline]: Outline[Key] } = {
      takesObjects,
      takesLists,
      takesTexts,
      object: undefined,
      list: undefined,
    };
    this.#finished.set(draft, outline);
    this.#open.push(() => {
      if (draft.object?.judges) outline.object = draft.object.finish(this.#finish);
      if (draft.list?.judges) outline.list = draft.list.finish(this.#finish);
    });
    return outline;
  };
}

/** Passes `closes` or `judges` from inner outlines to outer ones, after all of them are complete. */
function spread(
  drafts: readonly Parts[],
  property: "closes" | "judges",
  holds: (draft: OutlineDraft) => boolean,
): void {
  const within = drafts.flatMap((draft) =>
    [draft.object, draft.list].flatMap((part) => (part ? [{ draft, part }] : [])),
  );
  const around = groupedBy(within, ({ part }) => part.children);
  const open = [...around.keys()].filter(holds);
  // The loop also visits the drafts that it adds.
  for (const inner of open) {
    for (const { draft, part } of around.get(inner) ?? []) {
      if (part[property]) continue;
      part[property] = true;
      open.push(draft);
    }
  }
}

function closesMembers(draft: OutlineDraft): boolean {
  return draft?.object?.closes === true || draft?.list?.closes === true;
}

function judges(draft: OutlineDraft): boolean {
  if (!draft) return false;
  const { takesObjects, takesLists, takesTexts, object, list } = draft;
  return !(takesObjects && takesLists && takesTexts) || object?.judges === true || list?.judges === true;
}

/** `text` allows all values except objects and lists; `nothing` allows only booleans and null. */
const [text, nothing] = [outlineOfScalars(true), outlineOfScalars(false)];

function outlineOfScalars(takesTexts: boolean): TakenKinds & { object: undefined; list: undefined } {
  return { takesObjects: false, takesLists: false, takesTexts, object: undefined, list: undefined };
}

function kindsOf(clauses: Clauses): TakenKinds {
  const takes = (...kinds: readonly JSONKind[]): boolean =>
    clauses.some((clause) => takesKind(clause, ...kinds));
  const [takesObjects, takesLists] = [takes("object"), takes("array")];
  const isSimple = !takesObjects && !takesLists && takes("boolean", "null");
  return { takesObjects, takesLists, takesTexts: isSimple || takes("string", "number") };
}

type Copy = (value: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** In V8, one `{ ...value }` in the code is fast for only four shapes. So each Copier uses the next of the `places`. */
class Copier {
  #copy: Copy | undefined;

  copy(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return (this.#copy ??= nextPlaces.next().value)(value);
  }
}

/** The functions are equal, because V8 optimizes each `{ ...value }` in the code for the shapes that it copies. */
const places: readonly Copy[] = [
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
];

function* rounds(): Generator<Copy, never> {
  for (;;) yield* places;
}

const nextPlaces = rounds();
