import type { Change } from "../model/change";
import type { Contract } from "../model/contract";
import { Nothing, type History, type Link } from "../model/histories";
import type { Problem } from "../model/problem";
import type { Span, Surface } from "../model/route";
import type { Side } from "../model/schema";
import { optionTable } from "../model/setting";
import { isObject } from "../model/value";
import type { Version, VersionOrder } from "../model/version";
import { type Schemas } from "../schema/schemas";
import { remembered } from "../schema/reader";
import { targetOf } from "../json-schema/targets";
import { problem } from "./problems";

/** Reports a schema that a version uses before the change that introduced it, even within another schema. */
export function checkReplaced(
  spans: readonly Span<Surface>[],
  { uses, documented, shared }: Pick<Schemas, "uses" | "documented" | "shared">,
  order: VersionOrder,
): readonly Problem[] {
  const historiesOf = (side?: Side): readonly History[] =>
    uses.flatMap((use) => (use.history && (side === undefined || use.side === side) ? use.history : []));
  const introduced = changesBySchema(historiesOf(), order);
  const containedIn = remembered(containedSchemas(introduced));
  const since = withoutEarlier(introduced, historiesOf(), containedIn, order);
  if (since.size === 0) return [];
  const ofRequests = changesBySchema(historiesOf("input"), order);
  const newer = remembered((schema) => containedIn(schema).filter((one) => since.has(one)));
  const oldestOf = oldestVersionIn(order);
  return spans.flatMap(({ route, reach, contract }) => {
    if (reach.by !== "versions") return [];
    const oldest = oldestOf(reach.versions);
    return shownByContract(contract).flatMap(({ schema, side, option, history }) =>
      newer(schema).flatMap((one) => {
        const change = since.get(one);
        const isAssigned = history !== undefined && one === schema;
        if (!change || isAssigned || order.isFrom(oldest, change.Version)) return [];
        const name = nameOf(one, side) ?? `in ${option} a schema`;
        const isOfAnswers = side === "input" && !ofRequests.has(one);
        return [
          problem("schema-replaced", route.where, name, change.Description, isOfAnswers ? " in answers" : ""),
        ];
      }),
    );
  });

  /** The name of a schema, which may be a `$ref` to a named schema. */
  function nameOf(schema: object, side: Side): string | undefined {
    const json = documented(schema, side);
    return json && shared.componentsIn().nameOf(targetOf(json));
  }
}

function oldestVersionIn(order: VersionOrder): (versions: ReadonlySet<Version>) => Version {
  return remembered((versions) =>
    [...(versions as ReadonlySet<Version>)].reduce((one, other) =>
      order.isBefore(other, one) ? other : one,
    ),
  );
}

interface ShownSchema {
  readonly schema: object;
  readonly side: Side;
  readonly option: string;
  /** The history that selects the schema for this version. Then only parts of the schema can be too new. */
  readonly history: History | undefined;
}

/** Leaves out `Versioned(schema)` without links, because this schema is meant for every version. */
function shownByContract({ inputs, convertedInputs, responses }: Contract): readonly ShownSchema[] {
  const option = optionTable.response.name;
  const shown: readonly ShownSchema[] = [
    ...inputs.map(({ part, schema }) => {
      const history = convertedInputs.find((converted) => converted.part === part)?.history;
      return { schema, side: "input", option: optionTable[part].name, history } as const;
    }),
    ...responses.flatMap(({ schema, converted }) =>
      schema ? [{ schema, side: "output", option, history: converted?.history } as const] : [],
    ),
  ];
  return shown.filter(({ history }) => history?.links.length !== 1);
}

/** The change that introduced each schema; the latest if several did. */
function changesBySchema(histories: readonly History[], order: VersionOrder): ReadonlyMap<object, Change> {
  const since = new Map<object, Change>();
  for (const [schema, change] of histories.flatMap(newSchemas)) {
    const known = since.get(schema);
    if (!known || order.isBefore(known.Version, change.Version)) since.set(schema, change);
  }
  return since;
}

/** Omits a schema that a link uses for versions before the schema's change: its author has decided so. */
function withoutEarlier(
  since: ReadonlyMap<object, Change>,
  histories: readonly History[],
  containedIn: (schema: object) => readonly object[],
  order: VersionOrder,
): ReadonlyMap<object, Change> {
  const left = new Map(since);
  const visit = ({ links, within }: History): void => {
    for (const link of links) {
      // `Within` makes lifted links, which may contain the newest schema of another part.
      if (!link.change || link.isLifted) continue;
      for (const schema of linkSchemas(link).flatMap((one) => containedIn(one))) {
        const change = since.get(schema);
        if (change && !order.isBefore(change.Version, link.change.Version)) left.delete(schema);
      }
    }
    for (const { history } of within) visit(history);
  };
  histories.forEach(visit);
  return left;
}

/** Each schema that a change introduced in a history or in its parts. */
function newSchemas({ links, within }: History): readonly (readonly [object, Change])[] {
  const own: (readonly [object, Change])[] = [];
  const were = new Set<object>();
  links.toReversed().forEach((link, i, oldestFirst) => {
    // The next older link has the change that introduced this link.
    const change = oldestFirst[i - 1]?.change;
    for (const schema of linkSchemas(link)) {
      if (change && !were.has(schema)) own.push([schema, change]);
      were.add(schema);
    }
  });
  return [...own, ...within.flatMap(({ history }) => newSchemas(history))];
}

function linkSchemas({ schema, face }: Link): readonly object[] {
  return [schema, face?.schema].filter((one): one is object => one !== undefined && one !== Nothing);
}

/** Finds the `wanted` schemas from which a schema was built. Two equal schemas are different: identity counts. */
export function containedSchemas(
  wanted: Pick<ReadonlySet<object>, "has">,
): (schema: object) => readonly object[] {
  // Schemas of one library share many parts, each of which is visited once.
  const searched = new Set<object>();
  return (schema) => {
    if (searched.has(schema)) return [];
    const parts = [schema];
    const add = (part: unknown): void => {
      // Functions are not searched: a schema has dozens of methods of its library.
      if (typeof part === "object" ? part === null : typeof part !== "function" || !wanted.has(part)) return;
      if (searched.has(part as object)) return;
      searched.add(part as object);
      parts.push(part as object);
    };
    searched.add(schema);
    // The loop also visits the parts that are added while it runs.
    for (const part of parts) {
      if (parts.length > mostSearched) break;
      eachPart(part, add);
    }
    const contained = parts.filter((part) => wanted.has(part));
    // Another schema may lead to the same parts, and the search must then find them again.
    if (contained.length > 0 || parts.length > mostSearched) for (const part of parts) searched.delete(part);
    return contained;
  };
}

/** The search stops here, for example in a cache. Real schemas have far fewer parts. */
const mostSearched = 50_000;

/** Zod keeps inner schemas in its definition, in `parent` and behind the getter `innerType`. */
function eachPart(one: object, visit: (part: unknown) => void): void {
  const internals = readMember(one, "_zod");
  const definition = isObject(internals) ? readMember(internals, "def") : undefined;
  if (isObject(internals) && isObject(definition)) {
    eachMember(definition, visit);
    visit(readMember(internals, "parent"));
    visit(readMember(internals, "innerType"));
  } else {
    eachMember(one, visit);
  }
}

function eachMember(one: object, visit: (member: unknown) => void): void {
  for (const key of keysOf(one)) {
    // `~standard` contains no schemas.
    if (key !== "~standard") visit(readMember(one, key));
  }
}

/** A getter may throw before its schema is complete, and a Proxy may always throw. */
function keysOf(one: object): readonly (string | symbol)[] {
  try {
    return Reflect.ownKeys(one);
  } catch {
    return [];
  }
}

function readMember(from: object, key: string | symbol): unknown {
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}
