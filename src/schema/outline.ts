import type { JSONSchema } from "../model/schema";
import { clauseMaker, takesKind, type ClauseMaker, type Clauses } from "./clauses";
import { Copier } from "./copier";
import { itemsOf, membersOf, type MemberVerdict } from "./members";
import { tagOf } from "./tags";

/**
 * Where in a value members are closed out: what a schema comes to, once references and unions are resolved.
 *
 * The outline of a schema that contains itself contains itself.
 */
export interface Outline {
  readonly object: ObjectOutline | TagOutline | undefined;
  readonly list: ListOutline | undefined;
}

/** The fate of a member: it is left out (`closed`), looked into, or stands as it is (undefined). */
export type Fate = Outline | undefined;

/** An object, as other fates are: V8 compares objects faster than what may be an object or a text. */
export const closed: Outline = { object: undefined, list: undefined };

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
  /** For a value that names nothing. */
  readonly otherwise: Outline | undefined;
}

/** A list's items, the first ones one by one. */
export interface ListOutline {
  readonly first: readonly (Outline | undefined)[];
  readonly others: Outline | undefined;
}

/**
 * The outline of a schema; undefined where it closes nothing out, at any depth.
 *
 * @throws Error where it has too many alternatives.
 */
export function outlineOf(json: JSONSchema): Outline | undefined {
  const maker = clauseMaker(json);
  const drafts = new Drafts(maker);
  const draft = drafts.of(maker.of(json, false));
  drafts.complete();
  drafts.settle();
  return finishedOf(draft);
}

type OutlineDraft = Parts | undefined;

/** An outline before the outlines that it leads to are known. */
interface Parts {
  object: OutlinePart<ObjectOutline | TagOutline> | undefined;
  list: OutlinePart<ListOutline> | undefined;
}

interface OutlinePart<Result> {
  readonly children: readonly OutlineDraft[];
  /** Whether it closes something out, itself or below. */
  closes: boolean;
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

  of(all: Clauses, areTagged = true): OutlineDraft {
    // Beside what says nothing, nothing is closed out.
    if (all.some((clause) => clause.length === 0)) return undefined;
    // Nor of what is neither an object nor a list.
    if (!all.some((clause) => takesKind(clause, "object") || takesKind(clause, "array"))) return undefined;
    const clauses = new Map(all.map((clause) => [clause.map(({ id }) => id).join(" "), clause]));
    const key = `${areTagged ? "" : "untagged "}${[...clauses.keys()].sort().join(",")}`;
    const known = this.#byKey.get(key);
    if (known) return known;
    if (this.#byKey.size >= mostOutlines + outlinesPerPiece * this.maker.pieces()) {
      throw new Error("a schema has too many alternatives to tell what it closes out");
    }
    const draft: Parts = { object: undefined, list: undefined };
    this.#byKey.set(key, draft);
    this.#open.push(() => {
      this.#draw(draft, [...clauses.values()], areTagged);
    });
    return draft;
  }

  /** Draws all that is asked for, and what that leads to. */
  complete(): void {
    for (let draw = this.#open.pop(); draw; draw = this.#open.pop()) draw();
  }

  #draw(draft: Parts, clauses: Clauses, areTagged: boolean): void {
    const objects = clauses.filter((clause) => takesKind(clause, "object"));
    const lists = clauses.filter((clause) => takesKind(clause, "array"));
    if (objects.length > 0) {
      draft.object = (areTagged ? this.#tag(objects) : undefined) ?? this.#members(objects);
    }
    if (lists.length > 0) draft.list = this.#list(lists);
  }

  /** Finds out what closes something out below. */
  settle(): void {
    // The parts below come later, as a rule.
    const parts = [...this.#byKey.values()]
      .toReversed()
      .flatMap(({ object, list }) => [object, list])
      .filter((part) => !!part);
    for (let isSettled = false; !isSettled;) {
      isSettled = true;
      for (const part of parts) {
        if (part.closes || !part.children.some(closes)) continue;
        part.closes = true;
        isSettled = false;
      }
    }
  }

  #tag(clauses: Clauses): OutlinePart<TagOutline> | undefined {
    const tag = tagOf(clauses, this.maker);
    if (!tag) return undefined;
    const drafts = [...tag.byValue].map(([value, named]) => [value, this.of(named)] as const);
    const otherwise = this.of(clauses, false);
    return {
      children: [...drafts.map(([, draft]) => draft), otherwise],
      closes: false,
      finish: (finished) => ({
        kind: "tag",
        name: tag.name,
        byValue: new Map(drafts.map(([value, draft]) => [value, finished(draft)])),
        otherwise: finished(otherwise),
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
      finish: (finished) => ({ first: first.map(finished), others: finished(others) }),
    };
  }
}

function closes(draft: OutlineDraft): boolean {
  return draft?.object?.closes === true || draft?.list?.closes === true;
}

/** Leaves out what closes nothing out, so that nobody walks there. */
function finishedOf(draft: OutlineDraft): Outline | undefined {
  const made = new Map<OutlineDraft, Outline>();
  const open: (() => void)[] = [];
  const outline = finished(draft);
  for (let finish = open.pop(); finish; finish = open.pop()) finish();
  return outline;

  /** An outline whose parts follow: one within the other would be as deep as the stack. */
  function finished(draft: OutlineDraft): Outline | undefined {
    if (!draft || !closes(draft)) return undefined;
    const known = made.get(draft);
    if (known) return known;
    const outline: { -readonly [Key in keyof Outline]: Outline[Key] } = {
      object: undefined,
      list: undefined,
    };
    made.set(draft, outline);
    open.push(() => {
      if (draft.object?.closes) outline.object = draft.object.finish(finished);
      if (draft.list?.closes) outline.list = draft.list.finish(finished);
    });
    return outline;
  }
}
