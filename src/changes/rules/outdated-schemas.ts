import { depthAt } from "../../schema/interface/at-version";
import type { Change } from "../../schema/interface/change";
import { once, onceEach } from "../../core/model/collections";
import { inputOptions, type Contract, type DeclaredResponse } from "../../core/model/contract";
import { Nothing, type History, type Link } from "../../schema/interface/histories";
import type { Problem } from "../../core/model/problem";
import type { Span, Surface } from "../../core/model/route";
import type { Side } from "../../schema/interface/schema";
import type { Version, VersionOrder } from "../../core/model/version";
import { type Schemas } from "../../schema/schemas";
import { targetOf } from "../../schema/json-schema/targets";
import { zodPartsOf } from "../../schema/zod";
import { problem } from "./problems";

/** Reports schemas of a later version that an older version uses, directly or inside of another schema. */
export function checkReplaced(
  spans: readonly Span<Surface>[],
  { uses, documented, shared }: Pick<Schemas, "uses" | "documented" | "shared">,
  order: VersionOrder,
): readonly Problem[] {
  const histories = historiesIn(uses);
  const introduced = changesBySchema(histories, order);
  const containedIn = onceEach(containedSchemas(introduced));
  const since = withoutEarlier(introduced, histories, containedIn, order);
  if (since.size === 0) return [];
  const ofRequests = once(() =>
    changesBySchema(historiesIn(uses.filter(({ side }) => side === "input")), order),
  );
  const oldestOf = oldestVersionIn(order);
  const problems: Problem[] = [];
  // Hot path of Build: this loop runs for every schema of every version.
  for (const { route, reach, contract } of spans) {
    if (reach.by !== "versions") continue;
    for (const { schema, side, option, converted } of shownByContract(contract)) {
      for (const one of containedIn(schema)) {
        const change = since.get(one);
        if (!change || order.isFrom(oldestOf(reach.versions), change.Version)) continue;
        if (converted && assignedSchemas(converted).includes(one)) continue;
        const name = nameOf(one, side) ?? `in ${option} a schema`;
        const place = side === "input" && !ofRequests().has(one) ? " in answers" : "";
        problems.push(problem("schema-replaced", route.where, name, change.Description, place));
      }
    }
  }
  return problems;

  function nameOf(schema: object, side: Side): string | undefined {
    const json = documented(schema, side);
    return json && shared.componentsIn().nameOf(targetOf(json));
  }
}

function historiesIn(uses: Schemas["uses"]): readonly History[] {
  return uses.flatMap(({ history }) => history ?? []);
}

function oldestVersionIn(order: VersionOrder): (versions: ReadonlySet<Version>) => Version {
  return onceEach((versions) =>
    [...versions].reduce((one, other) => (order.isBefore(other, one) ? other : one)),
  );
}

interface ShownSchema {
  readonly schema: object;
  readonly side: Side;
  readonly option: string;
  readonly converted: DeclaredResponse["converted"];
}

function assignedSchemas({ history, at }: NonNullable<ShownSchema["converted"]>): readonly object[] {
  return schemasOfLink(history, history.links[depthAt(history, at)]);
}

function schemasOfLink(history: History, link: Link | undefined): readonly object[] {
  if (!link) return [];
  const depth = history.links.indexOf(link);
  return [
    ...linkSchemas(link),
    ...history.within.flatMap((part) => schemasOfLink(part.history, part.links[depth])),
  ];
}

/** Lists the schemas of a contract, except `Versioned(schema)` without changes: it may be in every version. */
function shownByContract({ inputs, convertedInputs, responses }: Contract): readonly ShownSchema[] {
  const shown: ShownSchema[] = [];
  for (const { part, schema } of inputs) {
    const converted = convertedInputs.find((one) => one.part === part);
    if (isShown(converted)) shown.push({ schema, side: "input", option: inputOptions[part], converted });
  }
  for (const { schema, converted } of responses) {
    const option = "WithResponse";
    if (schema && isShown(converted)) shown.push({ schema, side: "output", option, converted });
  }
  return shown;
}

function isShown(converted: ShownSchema["converted"]): boolean {
  return converted?.history.links.length !== 1;
}

/** Maps each schema to the change that introduced it. If there are several such changes, the latest counts. */
function changesBySchema(histories: readonly History[], order: VersionOrder): ReadonlyMap<object, Change> {
  const since = new Map<object, Change>();
  for (const [schema, change] of histories.flatMap(newSchemas)) {
    const known = since.get(schema);
    if (!known || order.isBefore(known.Version, change.Version)) since.set(schema, change);
  }
  return since;
}

/** Removes from `since` each schema that the author uses in an older version's schema, too: such a use is intended. */
function withoutEarlier(
  since: ReadonlyMap<object, Change>,
  histories: readonly History[],
  containedIn: (schema: object) => readonly object[],
  order: VersionOrder,
): ReadonlyMap<object, Change> {
  const left = new Map(since);
  const visit = ({ links, within }: History): void => {
    for (const link of links) {
      // Skips lifted links: `Within` generates them, so the author has not chosen the schemas in them.
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

function newSchemas({ links, within }: History): readonly (readonly [object, Change])[] {
  const own: (readonly [object, Change])[] = [];
  const were = new Set<object>();
  links.toReversed().forEach((link, i, oldestFirst) => {
    // The next older link has the change that leads to this link. It introduced each schema that no older link has.
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

/** Finds the `wanted` schemas that a schema contains, including the schema itself. Compares by identity. */
export function containedSchemas(
  wanted: Pick<ReadonlySet<object>, "has">,
): (schema: object) => readonly object[] {
  // Schemas of one library share many parts, so later calls skip the parts in which nothing was found.
  const searched = new Set<object>();
  return (schema) => {
    if (searched.has(schema)) return [];
    const parts = [schema];
    const add = (part: unknown): void => {
      // ArkType's schemas are functions, so a wanted function is kept. Other functions, such as methods, are skipped.
      if (typeof part === "object" ? part === null : typeof part !== "function" || !wanted.has(part)) return;
      if (searched.has(part as object)) return;
      searched.add(part as object);
      parts.push(part as object);
    };
    searched.add(schema);
    // The loop also visits the parts that `eachPart` adds while it runs.
    for (const part of parts) {
      if (parts.length > mostSearched) break;
      eachPart(part, add);
    }
    const contained = parts.filter((part) => wanted.has(part));
    // Later calls skip the parts in `searched`, so these are only parts that were searched completely, without a find.
    if (contained.length > 0 || parts.length > mostSearched) for (const part of parts) searched.delete(part);
    return contained;
  };
}

/** The maximum number of parts that a search visits, because a schema may refer to a huge cache of its library. */
const mostSearched = 50_000;

function eachPart(one: object, visit: (part: unknown) => void): void {
  const zod = zodPartsOf(one, readMember);
  eachMember(zod?.definition ?? one, visit);
  zod?.origins.forEach(visit);
}

function eachMember(one: object, visit: (member: unknown) => void): void {
  for (const key of keysOf(one)) {
    // `~standard` contains no schemas, so a search of it would only take time.
    if (key !== "~standard") visit(readMember(one, key));
  }
}

/** Returns no keys if reading them throws: a Proxy may throw at any time. */
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
