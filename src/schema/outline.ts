import type { JSONSchema } from "../model/schema";
import {
  clauseMaker,
  takesKind,
  type ClauseMaker,
  type Clauses,
  type JSONKind,
} from "../json-schema/alternatives";
import { Copier } from "./copier";
import { itemsOf, membersOf, type MemberVerdict } from "../json-schema/members";
import { tagOf } from "../json-schema/tags";

/**
 * Where in a value members are closed out, and which kinds of values may stand there: what a schema comes to, once
 * references and unions are resolved.
 *
 * The outline of a schema that contains itself contains itself.
 */
export interface Outline extends TakenKinds {
  /** Undefined where objects are not looked into. */
  readonly object: ObjectOutline | TagOutline | undefined;
  readonly list: ListOutline | undefined;
}

/** The kinds of values that one alternative takes at least; null and booleans may always stand. */
interface TakenKinds {
  readonly takesObjects: boolean;
  readonly takesLists: boolean;
  /** Whether it takes texts or numbers: the one may stand for the other. */
  readonly takesTexts: boolean;
}

/** The fate of a member: it is left out (`closed`), looked into, or stands as it is (undefined). */
export type Fate = Outline | undefined;

/** An object, as other fates are: V8 compares objects faster than what may be an object or a text. */
export const closed: Outline = {
  takesObjects: false,
  takesLists: false,
  takesTexts: false,
  object: undefined,
  list: undefined,
};

/** An object whose members are judged by their names. */
export interface ObjectOutline {
  readonly kind: "members";
  /** The members that are named, in the schema's order. */
  readonly names: readonly string[];
  /** Their fates, in the same order. */
  readonly fates: readonly Fate[];
  readonly indexes: ReadonlyMap<string, number>;
  readonly patterns: readonly { readonly pattern: RegExp; readonly fate: Fate }[];
  /** Of members that several patterns match. */
  readonly several: Fate;
  readonly others: Fate;
  readonly copier: Copier;
}

/** An object that one member's value says more about. */
export interface TagOutline {
  readonly kind: "tag";
  readonly name: string;
  readonly byValue: ReadonlyMap<unknown, Outline | undefined>;
}

/** A list's items, the first ones one by one. */
export interface ListOutline {
  readonly first: readonly (Outline | undefined)[];
  readonly others: Outline | undefined;
}

/**
 * The outline of a schema; undefined where it closes nothing out, at any depth, or, with `isOpenToo`, where it takes
 * everything.
 *
 * @throws Error where it has too many alternatives.
 */
export function outlineOf(json: JSONSchema, isOpenToo: boolean): Outline | undefined {
  const maker = clauseMaker(json);
  const drafts = new Drafts(maker);
  const draft = drafts.of(maker.of(json, false));
  drafts.complete();
  drafts.settle();
  return isOpenToo || closes(draft) ? finishedOf(draft) : undefined;
}

type OutlineDraft = Parts | undefined;

/** An outline before the outlines that it leads to are known. */
interface Parts extends TakenKinds {
  object: OutlinePart<ObjectOutline | TagOutline> | undefined;
  list: OutlinePart<ListOutline> | undefined;
}

interface OutlinePart<Result> {
  readonly children: readonly OutlineDraft[];
  /** Whether it closes something out, itself or below. */
  closes: boolean;
  /** Whether there are values that it does not let pass as they are, by itself or below. */
  judges: boolean;
  readonly finish: (finished: (draft: OutlineDraft) => Outline | undefined) => Result;
}

/**
 * A schema that contains itself in unions of unions may have more outlines than memory has room for: so many more than it
 * has schemas within it.
 */
const mostOutlines = 2_000;

/** As many outlines as each schema may have in any case: with `null` beside it, by the values of a tag, without. */
const outlinesPerPiece = 4;

/** Each set of alternatives once, or what contains itself would have no end. */
class Drafts {
  readonly #byKey = new Map<string, Parts>();
  /** Those that are still to be drawn, in a list: the depth of a schema is not that of the stack. */
  readonly #open: (() => void)[] = [];

  constructor(private readonly maker: ClauseMaker) {}

  of(all: Clauses): OutlineDraft {
    // Beside what says nothing, nothing is closed out.
    if (all.some((clause) => clause.length === 0)) return undefined;
    const taken = kindsOf(all);
    // Neither text nor nothing is looked into.
    if (!taken.takesObjects && !taken.takesLists) return taken.takesTexts ? text : nothing;
    const clauses = new Map(all.map((clause) => [clause.map(({ id }) => id).join(" "), clause]));
    const key = [...clauses.keys()].sort().join(",");
    const known = this.#byKey.get(key);
    if (known) return known;
    if (this.#byKey.size >= mostOutlines + outlinesPerPiece * this.maker.pieces()) {
      throw new Error("a schema has too many alternatives to find the properties that it does not allow");
    }
    const draft: Parts = { ...taken, object: undefined, list: undefined };
    this.#byKey.set(key, draft);
    this.#open.push(() => {
      this.#draw(draft, [...clauses.values()]);
    });
    return draft;
  }

  /** Draws all that is asked for, and what that leads to. */
  complete(): void {
    for (let draw = this.#open.pop(); draw; draw = this.#open.pop()) draw();
  }

  #draw(draft: Parts, clauses: Clauses): void {
    const objects = clauses.filter((clause) => takesKind(clause, "object"));
    const lists = clauses.filter((clause) => takesKind(clause, "array"));
    if (objects.length > 0) draft.object = this.#tag(objects) ?? this.#members(objects);
    if (lists.length > 0) draft.list = this.#list(lists);
  }

  /** Finds out what closes something out below, and what judges something. */
  settle(): void {
    // The parts below come later, as a rule.
    const parts = [...this.#byKey.values()]
      .toReversed()
      .flatMap(({ object, list }) => [object, list])
      .filter((part) => !!part);
    for (let isSettled = false; !isSettled;) {
      isSettled = true;
      for (const part of parts) {
        const [closesBelow, judgesBelow] = [part.children.some(closes), part.children.some(judges)];
        if (part.closes >= closesBelow && part.judges >= judgesBelow) continue;
        part.closes ||= closesBelow;
        part.judges ||= judgesBelow;
        isSettled = false;
      }
    }
  }

  #tag(clauses: Clauses): OutlinePart<TagOutline> | undefined {
    const tag = tagOf(clauses, this.maker);
    if (!tag) return undefined;
    const drafts = [...tag.byValue].map(([value, named]) => [value, this.of(named)] as const);
    return {
      children: drafts.map(([, draft]) => draft),
      closes: false,
      // No alternative takes a value that names none.
      judges: true,
      finish: (finished) => ({
        kind: "tag",
        name: tag.name,
        byValue: new Map(drafts.map(([value, draft]) => [value, finished(draft)])),
      }),
    };
  }

  #members(clauses: Clauses): OutlinePart<ObjectOutline> {
    const { byName, byPattern, byPatterns, others } = membersOf(clauses, this.maker);
    const names = [...byName.keys()];
    const ends = [...byName.values(), byPatterns, others, ...byPattern.map(({ verdict }) => verdict)];
    const drafts = new Map(ends.map((verdict) => [verdict, this.#draftOf(verdict)]));
    return {
      children: [...drafts.values()].filter((draft) => draft !== "closed"),
      closes: ends.includes("closed"),
      judges: ends.includes("closed"),
      finish: (finished) => {
        const fateOf = (verdict: MemberVerdict): Fate => {
          const draft = drafts.get(verdict);
          return draft === "closed" ? closed : finished(draft);
        };
        return {
          kind: "members",
          names,
          fates: [...byName.values()].map(fateOf),
          indexes: new Map(names.map((name, i) => [name, i])),
          patterns: byPattern.map(({ pattern, verdict }) => ({ pattern, fate: fateOf(verdict) })),
          several: fateOf(byPatterns),
          others: fateOf(others),
          copier: new Copier(),
        };
      },
    };
  }

  #draftOf(verdict: MemberVerdict): OutlineDraft | "closed" {
    return verdict === "closed" ? verdict : this.of(verdict);
  }

  #list(clauses: Clauses): OutlinePart<ListOutline> {
    const items = itemsOf(clauses, this.maker);
    const first = items.first.map((one) => this.of(one));
    const others = this.of(items.others);
    return {
      children: [...first, others],
      closes: false,
      judges: false,
      finish: (finished) => ({ first: first.map(finished), others: finished(others) }),
    };
  }
}

function closes(draft: OutlineDraft): boolean {
  return draft?.object?.closes === true || draft?.list?.closes === true;
}

function judges(draft: OutlineDraft): boolean {
  if (!draft) return false;
  const { takesObjects, takesLists, takesTexts, object, list } = draft;
  return !(takesObjects && takesLists && takesTexts) || object?.judges === true || list?.judges === true;
}

/** What takes texts and numbers alone, and what takes no value at all. */
const [text, nothing] = [true, false].map((takesTexts): Parts => {
  return { takesObjects: false, takesLists: false, takesTexts, object: undefined, list: undefined };
}) as [Parts, Parts];

function kindsOf(clauses: Clauses): TakenKinds {
  const takes = (...kinds: readonly JSONKind[]): boolean =>
    clauses.some((clause) => takesKind(clause, ...kinds));
  const [takesObjects, takesLists] = [takes("object"), takes("array")];
  const isSimple = !takesObjects && !takesLists && takes("boolean", "null");
  return { takesObjects, takesLists, takesTexts: isSimple || takes("string", "number") };
}

/** Leaves out what lets everything pass, so that nobody walks there. */
function finishedOf(draft: OutlineDraft): Outline | undefined {
  const made = new Map<OutlineDraft, Outline>();
  const open: (() => void)[] = [];
  const outline = finished(draft);
  for (let finish = open.pop(); finish; finish = open.pop()) finish();
  return outline;

  /** An outline whose parts follow: one within the other would be as deep as the stack. */
  function finished(draft: OutlineDraft): Outline | undefined {
    if (!draft || !judges(draft)) return undefined;
    const known = made.get(draft);
    if (known) return known;
    const { takesObjects, takesLists, takesTexts } = draft;
    const outline: { -readonly [Key in keyof Outline]: Outline[Key] } = {
      takesObjects,
      takesLists,
      takesTexts,
      object: undefined,
      list: undefined,
    };
    made.set(draft, outline);
    open.push(() => {
      if (draft.object?.judges) outline.object = draft.object.finish(finished);
      if (draft.list?.judges) outline.list = draft.list.finish(finished);
    });
    return outline;
  }
}
