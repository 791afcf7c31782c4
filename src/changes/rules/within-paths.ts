import { remembered } from "../../core/model/collections";
import {
  Nothing,
  withParts,
  type History,
  type Link,
  type LinkSchema,
  type Path,
} from "../../schema/interface/histories";
import type { Problem } from "../../core/model/problem";
import type { JSONSchema, Side } from "../../schema/interface/schema";
import { schemasOfHistory } from "../../schema/interface/at-version";
import { memberNamesOf } from "../history/way";
import { Each, OneOrEach, pathText } from "../../schema/interface/paths";
import { fingerprintOf } from "../../schema/json-schema/fingerprint";
import { ruleOf } from "../../schema/json-schema/keywords";
import { isSchema } from "../../schema/json-schema/subschema";
import { referenceOf, targetIn } from "../../schema/json-schema/targets";
import type { Schemas } from "../../schema/schemas";
import { crossedMembersIn } from "../history/crossed-parts";
import { problem } from "./problems";

/** Reports places outside the paths of `Within(paths, wrap)` where `wrap` puts the schema: they are not converted. */
export function checkUnconverted(
  used: readonly UsedHistory[],
  reader: Pick<Schemas, "jsonOf">,
): readonly Problem[] {
  const unconvertedIn = unconvertedFinder(reader.jsonOf);
  return used.flatMap(({ history, where, option, side }) => {
    const places = unconvertedIn(history, side);
    return [
      ...places.map((place) => problem("schema-not-turned", where, option, pathText(place))),
      ...partialProblems(history, reader).map(([code, detail]) =>
        code === "members-unknown"
          ? problem(code, where, option, detail)
          : problem(code, where, option, detail, ofOneObject),
      ),
      ...withParts(history)
        .flatMap((one) => crossedMembersIn(one, reader))
        .map(({ member, why }) => problem("member-of-two-parts", where, option, member, why)),
    ];
  });
}

/** Several parts may convert one object (path `[]`). Reports members of two parts, and schemas with unknown names. */
function partialProblems(
  { within }: History,
  reader: Pick<Schemas, "jsonOf">,
): readonly (readonly [PartialCode, detail: string])[] {
  const partial = within.flatMap((part) => part.paths.flatMap((path) => (path.length === 0 ? [part] : [])));
  const found = new Map<string, readonly [PartialCode, string]>();
  const add = (code: PartialCode, detail: string): void => {
    found.set(`${code} ${detail}`, [code, detail]);
  };
  const states = partial[0]?.links.length ?? 0;
  for (let state = 0; state < states; state++) {
    const named = new Set<string>();
    for (const link of partial.flatMap(({ links }) => links.slice(state, state + 1))) {
      const shapes = schemasOfHistory({ links: [link] }).map((schema) => memberNamesOf(schema, reader));
      if (shapes.includes(undefined)) add("members-unknown", link.change ? ` before ${link.name}` : "");
      const names = new Set(shapes.flatMap((shape) => [...(shape ?? [])]));
      for (const name of names) {
        if (named.has(name)) add("member-of-two-parts", name);
        named.add(name);
      }
    }
  }
  return [...found.values(), ...within.flatMap(({ history }) => partialProblems(history, reader))];
}

const ofOneObject =
  " at the path [], and only one of them may convert this member: remove the member from the schema of the other";

type PartialCode = "members-unknown" | "member-of-two-parts";

export interface UsedHistory {
  readonly history: History;
  readonly where: string;
  readonly option: string;
  readonly side: Side;
}

/** Results are remembered, because many routes may share a history. */
function unconvertedFinder(jsonOf: Schemas["jsonOf"]): (history: History, side: Side) => readonly Path[] {
  const find = remembered((history, side: Side): readonly Path[] => {
    const { within, links } = history as History;
    // A search for one part also finds other parts of the same schema, so any part's path may name a place.
    const named = within.flatMap(({ paths }) => paths);
    return within.flatMap(({ history: inner, links: parts }) => {
      const inParts = find(inner, side);
      const [first, ...others] = parts.flatMap((part, i) =>
        links.slice(i, i + 1).flatMap((whole) => liftedBy(part, whole, side)),
      );
      if (!first) return inParts;
      const places = others.flatMap((other) => liftedPlaces(first, other));
      const unnamed = places.filter((place) => !named.some((path) => leadsTo(path, place)));
      return [...unnamed, ...inParts];
    });
  });
  return find;

  function liftedBy(inner: Link, outer: Link, side: Side): readonly PartInWhole[] {
    return [
      ...lifted(inner.schema, outer.schema, side),
      ...(outer.face?.isLifted ? lifted(inner.face?.schema ?? inner.schema, outer.face.schema, side) : []),
    ];
  }

  function lifted(part: LinkSchema, whole: LinkSchema, side: Side): readonly PartInWhole[] {
    if (part === Nothing || whole === Nothing) return [];
    const [inner, outer] = [jsonOf(part, side), jsonOf(whole, side)];
    return inner && outer ? [{ part: inner, whole: outer }] : [];
  }
}

interface PartInWhole {
  readonly part: JSONSchema;
  readonly whole: JSONSchema;
}

/** Finds the paths, such as `["cat"]`, at which both wholes have their own part. */
function liftedPlaces(first: PartInWhole, second: PartInWhole): readonly Path[] {
  if (first.part === second.part) return [];
  const [sought, other] = [first, second].map(({ part }) => soughtBy(referred(part, part), part));
  if (sought?.fingerprint === other?.fingerprint) return [];
  const known = new Map<JSONSchema, readonly Path[]>();
  return placesIn(first.whole, second.whole);

  function placesIn(from: JSONSchema, beside: JSONSchema): readonly Path[] {
    const [one, two] = [referred(first.whole, from), referred(second.whole, beside)];
    const places = known.get(one);
    if (places) return places;
    if (isSought(one, first.whole, sought) && isSought(two, second.whole, other)) return [[]];
    // This entry stops the search if a recursive schema is reached again.
    known.set(one, []);
    const found = steppedChildren(one).flatMap(({ step, keyword, key }) => {
      const [child, its] = [childAt(one, keyword, key), childAt(two, keyword, key)];
      if (!child || !its) return [];
      return placesIn(child, its).map((path): Path => (step === undefined ? path : [step, ...path]));
    });
    const few = found.slice(0, most);
    known.set(one, few);
    return few;
  }
}

interface SoughtSchema {
  readonly names: string;
  readonly fingerprint: string;
}

function soughtBy(schema: JSONSchema, root: JSONSchema): SoughtSchema {
  return { names: propertyNames(schema), fingerprint: fingerprintOf(root, schema) };
}

/** Compares property names first, because they usually differ, and fingerprints take longer. */
function isSought(schema: JSONSchema, root: JSONSchema, sought: SoughtSchema | undefined): boolean {
  return sought?.names === propertyNames(schema) && fingerprintOf(root, schema) === sought.fingerprint;
}

function propertyNames({ properties }: JSONSchema): string {
  return JSON.stringify(Object.keys(Object(properties) as object));
}

/** The maximum number of places that a search returns. */
const most = 100;

/** True if a path of `Within` leads to a place. `Each` matches any key, and `OneOrEach` matches `Each` or nothing. */
function leadsTo([step, ...path]: Path, place: Path): boolean {
  if (step === undefined) return place.length === 0;
  const [first, ...rest] = place;
  if (step === OneOrEach) return leadsTo(path, place) || (first === Each && leadsTo(path, rest));
  return first !== undefined && (step === Each || step === first) && leadsTo(path, rest);
}

interface Child {
  /** The member's name, or `Each` for items; undefined for a schema of the value itself, as in `allOf`. */
  readonly step: string | symbol | undefined;
  readonly keyword: string;
  readonly key: string | undefined;
}

/** Lists a schema's inner schemas: those for the same value, as in `allOf`, and those for its members and items. */
function steppedChildren(schema: JSONSchema): readonly Child[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly Child[] => {
    const rule = ruleOf(keyword);
    if (!rule?.describes) return [];
    const step = rule.describes === "value" ? undefined : Each;
    if (rule.holds === "schema") return [{ step, keyword, key: undefined }];
    // The value of a malformed keyword may be null, for which `Object.keys` throws.
    return Object.keys(Object(value) as object).map((key) => ({
      step: keyword === "properties" ? key : step,
      keyword,
      key,
    }));
  });
}

function childAt(schema: JSONSchema, keyword: string, key: string | undefined): JSONSchema | undefined {
  const value = schema[keyword];
  if (key === undefined) return isSchema(value) ? value : undefined;
  const child: unknown =
    typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? Reflect.get(value, key)
      : undefined;
  return isSchema(child) ? child : undefined;
}

function referred(root: JSONSchema, schema: JSONSchema): JSONSchema {
  const seen = new Set<JSONSchema>();
  let at = schema;
  while (!seen.has(at)) {
    seen.add(at);
    const reference = referenceOf(at);
    const isAll = Object.keys(at).every((keyword) => keyword === "$ref" || ruleOf(keyword)?.role === "name");
    const target = isAll && reference !== undefined ? targetIn(root, at, reference) : undefined;
    if (target) at = target;
  }
  return at;
}
