import { ownNameOf } from "../json-schema/subschema";
import { targetOf } from "../json-schema/targets";
import { schemasIn } from "../json-schema/walk";
import { once } from "../model/collections";
import type { Change } from "../model/change";
import type { History } from "../model/history";
import type { Span, Surface } from "../model/route";
import type { Side } from "../model/schema";
import { optionTable } from "../model/setting";
import type { Version, VersionOrder } from "../model/version";
import { libraryMembersOf } from "../schema/member-schemas";
import { type Schemas } from "../schema/schemas";
import { remembered } from "../schema/reader";
import type { DescribedSchema } from "../schema/standard";
import { broughtMembers, allHistories, memberTexts, newestSchemas, memberTextsIn } from "./brought-members";
import type { MemberTexts, NewestSchema } from "./brought-members";
import { derivationFinder } from "./derived-schemas";
import { linkSchemas, oldestVersionIn, shownByContract, type ShownSchema } from "./outdated-schemas";

/** A member that a change brought to the newest schema of a history, in another schema of versions before the change. */
interface NewerMember {
  readonly newest: object;
  /** The name of the newest schema, if it has one. */
  readonly name: string | undefined;
  readonly member: string;
  readonly change: Change;
}

/** A route of older versions that shows such a member. */
interface ShownMember extends NewerMember, Pick<ShownBody, "route" | "option"> {
  /** True if the schema was made from the newest one; false if it only has the same name. */
  readonly isMade: boolean;
}

/**
 * The newer members in what was made from newest schemas, or has their names: the latest for each route and newest schema.
 */
export function newerMembers(
  spans: readonly Span<Surface>[],
  schemas: Pick<Schemas, "uses" | "describe">,
  order: VersionOrder,
): readonly ShownMember[] {
  // Only its members and its name lead from another schema to a newest one.
  const newest = newestSchemas(schemas.uses).filter(
    ({ schema, side }) =>
      libraryMembersOf(schema) ?? wholeNameOf(titledSchemas(schemas.describe(schema, side))),
  );
  if (newest.length === 0) return [];
  const shown = shownBodies(spans, order);
  const find = memberFinder(schemas, newest, shown);
  const found = new Map<Surface, Map<object, ShownMember>>();
  for (const body of shown) {
    const ofRoute = found.get(body.route) ?? new Map<object, ShownMember>();
    found.set(body.route, ofRoute);
    for (const one of find(body)) {
      if (order.isFrom(body.oldest, one.change.Version)) continue;
      const known = ofRoute.get(one.newest);
      if (known && !order.isBefore(known.change.Version, one.change.Version)) continue;
      ofRoute.set(one.newest, { ...one, route: body.route, option: body.option });
    }
  }
  return [...found.values()].flatMap((ofRoute) => [...ofRoute.values()]);
}

/** The schema of a body or an answer, in the versions of a span. */
interface ShownBody extends ShownSchema {
  readonly route: Surface;
  readonly oldest: Version;
}

function shownBodies(spans: readonly Span<Surface>[], order: VersionOrder): readonly ShownBody[] {
  const oldestOf = oldestVersionIn(order);
  return spans.flatMap(({ route, reach, contract }) => {
    if (reach.by !== "versions") return [];
    const oldest = oldestOf(reach.versions);
    const bodies = shownByContract(contract, () => true).filter(
      ({ side, option, isOfHistory }) =>
        !isOfHistory && (side === "output" || option === optionTable.body.name),
    );
    return bodies.map((body) => ({ ...body, route, oldest }));
  });
}

type FoundMember = Omit<ShownMember, "route" | "option">;
type FindMembers = (body: ShownBody) => readonly FoundMember[];

function memberFinder(
  { uses, describe }: Pick<Schemas, "uses" | "describe">,
  newest: readonly NewestSchema[],
  shown: readonly ShownBody[],
): FindMembers {
  const textsOf = memberTexts(describe);
  const namedIn = remembered((schema, side: Side) => titledSchemas(describe(schema, side)));
  const linksOf = ({ links }: History): readonly object[] => links.flatMap(linkSchemas);
  const derivationsOf = derivationFinder(
    new Map(newest.map(({ schema, history }) => [schema, new Set(linksOf(history))])),
    { links: allHistories(uses).flatMap(linksOf), shown },
  );
  const finders = { input: finderOf("input"), output: finderOf("output") };
  return (body) => finders[body.side](body);

  function finderOf(side: Side): FindMembers {
    const ofSide = newest
      .filter((one) => one.side === side)
      .map((one) => {
        const brought = once(() => broughtMembers(one, textsOf));
        return { ...one, brought, name: wholeNameOf(namedIn(one.schema, side)) };
      });
    const bySchema = grouped(ofSide, ({ schema }) => schema);
    const byName = grouped(ofSide, ({ name }) => name);
    const named = byName.size === 0 ? () => [] : (schema: object) => namedIn(schema, side);
    return ({ schema }) => {
      const made = derivationsOf(schema).flatMap(({ source, kept }) =>
        (bySchema.get(source) ?? []).flatMap((one) => foundMembers(one, kept, true)),
      );
      const alike = named(schema).flatMap(({ name, texts }) =>
        (byName.get(name) ?? []).flatMap((one) => {
          const ofNewest = textsOf(one.schema, side);
          const equal = [...texts()].filter(([member, text]) => ofNewest?.get(member) === text);
          return foundMembers(
            one,
            equal.map(([member]) => member),
            false,
          );
        }),
      );
      return [...made, ...alike];
    };
  }
}

/** A newest schema, and what is known of it. */
interface KnownSchema extends NewestSchema {
  readonly name: string | undefined;
  readonly brought: () => ReadonlyMap<string, Change>;
}

function foundMembers(one: KnownSchema, members: readonly string[], isMade: boolean): readonly FoundMember[] {
  return members.flatMap((member) => {
    const change = one.brought().get(member);
    return change ? [{ newest: one.schema, name: one.name, member, change, isMade }] : [];
  });
}

/** A schema with a name, within another one or the whole of it. */
interface TitledSchema {
  readonly name: string;
  readonly texts: () => MemberTexts;
  readonly isWhole: boolean;
}

function titledSchemas(description: DescribedSchema): readonly TitledSchema[] {
  if (!("json" in description)) return [];
  const { json } = description;
  const keys = new Map(Object.entries(json.$defs ?? {}).map(([key, schema]) => [schema as unknown, key]));
  return schemasIn(json).flatMap((schema) => {
    const name = ownNameOf(schema) ?? keys.get(schema);
    // Libraries invent keys such as `__schema0`.
    if (name === undefined || name.startsWith("__")) return [];
    return [{ name, texts: once(() => memberTextsIn(json, schema)), isWhole: schema === targetOf(json) }];
  });
}

function wholeNameOf(named: readonly TitledSchema[]): string | undefined {
  return named.find(({ isWhole }) => isWhole)?.name;
}

function grouped<One, Key>(
  all: readonly One[],
  keyOf: (one: One) => Key | undefined,
): ReadonlyMap<Key, readonly One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}
