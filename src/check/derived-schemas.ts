import { containedSchemas } from "../schema/held-schemas";
import { isMadeFrom, isSelection, libraryMembersOf, type LibraryMembers } from "../schema/member-schemas";
import { remembered } from "../schema/reader";

/** A schema from which another one was made. */
interface Derivation {
  readonly source: object;
  /** The names of the members that the other one has from it. */
  readonly kept: readonly string[];
}

/** The schemas among which a finder searches. */
interface DerivationScope {
  /** The schemas of all histories: whatever they were made from, a history says where they belong. */
  readonly links: Iterable<object>;
  /** Every schema that is searched. */
  readonly shown: Iterable<{ readonly schema: object }>;
}

/**
 * Finds the schemas from which the parts of a schema were made: `Plan` for `z.array(Plan.extend({ seats }))`.
 *
 * Compares members by identity, because nothing else remains of the source in most libraries. Unrelated schemas share
 * constants: `const Email = z.email()`. So a schema counts as made from a source if it has all of the source's members and
 * at least two of them are only the source's, or if its library shows how it was made.
 *
 * @param sources The schemas from which others may be made, each with all schemas of its histories.
 */
export function derivationFinder(
  sources: ReadonlyMap<object, ReadonlySet<object>>,
  scope: DerivationScope,
): (schema: object) => readonly Derivation[] {
  const membersBySource = new Map(
    [...sources.keys()].map((one) => [one, libraryMembersOf(one) ?? new Map()]),
  );
  const sourcesOf = sourcesByMember(membersBySource);
  if (sourcesOf.size === 0) return () => [];
  const links = new Set(scope.links);
  const constants = new Set<object>();
  // Most schemas have no member of a source: they are searched for single objects, which is faster.
  const membersIn = containedSchemas(sourcesOf);
  const partsIn = containedSchemas({ has: (part) => sharedBy(part).length > 0 });
  const find = remembered((schema) => (membersIn(schema).length > 0 ? partsIn(schema) : []));
  links.forEach(noteConstant);
  for (const { schema } of scope.shown) find(schema, undefined).forEach(noteConstant);
  return (schema) => find(schema, undefined).flatMap((part) => (links.has(part) ? [] : derivationsOf(part)));

  function derivationsOf(schema: object): readonly Derivation[] {
    return sharedBy(schema).flatMap(({ source, members, isMade }) => {
      const own = [...members].filter(([, member]) => !constants.has(member));
      const isCertain = isMade === "proven" || new Set(own.map(([, member]) => member)).size > 1;
      return isMade && isCertain ? [{ source, kept: own.map(([name]) => name) }] : [];
    });
  }

  /** The only member that an unrelated schema has in common with a source is a constant. */
  function noteConstant(schema: object): void {
    for (const { source, members, isMade } of sharedBy(schema)) {
      const [first] = members.values();
      if (first && members.size === 1 && !isMade && !sources.get(source)?.has(schema)) constants.add(first);
    }
  }

  function sharedBy(schema: object): readonly SharedMembers[] {
    const members = libraryMembersOf(schema);
    if (!members) return [];
    const known = [...members.values()].flat().map((member) => sourcesOf.get(member));
    const found = new Set(known.flatMap((some) => (some && some.size <= mostSources ? [...some] : [])));
    return [...found].flatMap((source) => {
      const ofSource = membersBySource.get(source) ?? new Map<string, readonly object[]>();
      const shared = sharedMembers(members, ofSource);
      if (shared.size === 0) return [];
      const isProven = isMadeFrom(schema, source) || (isSelection(schema) && shared.size === members.size);
      const isMade = isProven ? "proven" : shared.size === ofSource.size && "likely";
      return [{ source, members: shared, isMade }];
    });
  }
}

/** A member that is part of more newest schemas is a constant of the application, such as an ID. */
const mostSources = 8;

/** The members that a schema may have from a source. */
interface SharedMembers {
  readonly source: object;
  readonly members: ReadonlyMap<string, object>;
  readonly isMade: "proven" | "likely" | false;
}

function sourcesByMember(
  sources: ReadonlyMap<object, LibraryMembers>,
): ReadonlyMap<object, ReadonlySet<object>> {
  const found = new Map<object, Set<object>>();
  for (const [source, members] of sources) {
    for (const member of [...members.values()].flatMap((wrapped) => wrapped.slice(0, 1))) {
      found.set(member, (found.get(member) ?? new Set()).add(source));
    }
  }
  return found;
}

/** The members of a source that a schema has under the same name, as they are or wrapped. */
function sharedMembers(members: LibraryMembers, ofSource: LibraryMembers): ReadonlyMap<string, object> {
  const shared = new Map<string, object>();
  for (const [name, [member]] of ofSource) {
    if (member && members.get(name)?.includes(member)) shared.set(name, member);
  }
  return shared;
}
