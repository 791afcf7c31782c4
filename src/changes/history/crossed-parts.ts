import {
  Nothing,
  type CrossedMember,
  type History,
  type Link,
  type Path,
} from "../../schema/interface/histories";
import type { OutputReader } from "../../schema/interface/schema";
import { quote } from "../../core/model/value";
import { schemasOfHistory } from "../../schema/interface/at-version";
import { kindOfSchema, namedSteps, type NamedSteps, type StepKind } from "./way";
import { Each, OneOrEach, pathText } from "../../schema/interface/paths";

interface PlacedPart {
  readonly history: History;
  readonly path: Path;
}

/**
 * Finds paths that lead through a member which another part changes. Once this part is converted, such a path leads
 * nowhere, and the values at its end would stay as they are in the newest version. Also finds values that two parts
 * convert, since the second would get the result of the first.
 */
export function crossedMembersIn(
  { within }: History,
  reader: Pick<OutputReader, "jsonOf">,
): readonly CrossedMember[] {
  const placed = within.flatMap(({ history, paths }) => paths.map((path) => ({ history, path })));
  return placed.flatMap((outer, i) =>
    placed.flatMap((inner, j) => {
      if (i === j) return [];
      const rests = restsAfter(outer.path, inner.path);
      return [
        ...rests.flatMap((rest) =>
          rest.length > 0
            ? crossedBy(outer.history, { path: inner.path, rest, kind: kindOf(inner, reader) }, reader)
            : [],
        ),
        ...(i < j && rests.some((rest) => rest.every((step) => step === OneOrEach))
          ? sharedPlace(outer, inner, reader)
          : []),
      ];
    }),
  );
}

/** At the path [], the parts share out the members of one object. Parts of two kinds are alternatives. */
function sharedPlace(
  one: PlacedPart,
  other: PlacedPart,
  reader: Pick<OutputReader, "jsonOf">,
): readonly CrossedMember[] {
  if (one.path.length + other.path.length === 0) return [];
  const [kind, otherKind] = [kindOf(one, reader), kindOf(other, reader)];
  if (kind !== undefined && otherKind !== undefined && kind !== otherKind) return [];
  const [way, otherWay] = [pathText(one.path), pathText(other.path)];
  return [
    {
      member: one.path.findLast((step) => typeof step === "string") ?? way,
      why:
        `: the paths ${way} and ${otherWay} lead to the same value, which both would convert; ` +
        "write one history for both changes",
    },
  ];
}

/** The ends of `path` after the value to which `outer` leads. `OneOrEach` is `Each`, or no step. */
function restsAfter(outer: Path, path: Path): readonly Path[] {
  const [step, ...others] = outer;
  const [first, ...rest] = path;
  if (step === undefined) return [path];
  if (step === OneOrEach) return [...restsAfter(others, path), ...restsAfter([Each, ...others], path)];
  if (first === undefined) return [];
  if (first === OneOrEach) return [...restsAfter(outer, rest), ...restsAfter(outer, [Each, ...rest])];
  return step === first || step === Each || first === Each ? restsAfter(others, rest) : [];
}

/** A path of a part: `rest` is what follows the value of another part, and `kind` that of the values at its end. */
interface CrossingPath {
  readonly path: Path;
  readonly rest: Path;
  readonly kind: StepKind | undefined;
}

function kindOf({ history }: PlacedPart, reader: Pick<OutputReader, "jsonOf">): StepKind | undefined {
  const schema = history.links[0]?.schema;
  if (schema === undefined || schema === Nothing) return undefined;
  const kind = kindOfSchema(schema, reader);
  return kind === "text" ? "scalar" : kind;
}

function crossedBy(
  { links }: History,
  { path, rest, kind }: CrossingPath,
  reader: Pick<OutputReader, "jsonOf">,
): readonly CrossedMember[] {
  const steps = links.map((link) =>
    schemasOfHistory({ links: [link] }).map((one) => namedSteps(rest, one, reader)),
  );
  const counts = steps.flat().map(({ count }) => count);
  const most = Math.max(...counts);
  const changed = steps.findIndex((ofLink) => ofLink.some(({ count, isOpen }) => !isOpen && count < most));
  const link = links[changed === 0 ? 1 : changed];
  if (!link) return reshapedBy(links, steps, { path, rest, kind });
  return [crossed(rest[Math.min(...counts)], path, link, "renames, adds or removes the member")];
}

/**
 * A member that is a list in some versions, and an object or a scalar in others, so that a path through it leads nowhere
 * in some of them. If a version allows any value, the history at the path's end tells which kind it needs.
 */
function reshapedBy(
  links: readonly Link[],
  steps: readonly (readonly NamedSteps[])[],
  { path, rest, kind: needed }: CrossingPath,
): readonly CrossedMember[] {
  for (const step of [...rest.keys(), rest.length].slice(1)) {
    const kinds = steps.map((ofLink) => ofLink.flatMap(({ kinds: all }) => all[step] ?? [])[0]);
    const expected = step === rest.length ? needed : kindBefore(rest[step]);
    const known = expected ?? kinds.find((kind) => kind !== undefined);
    const at = kinds.findIndex((kind) => kind !== undefined && kind !== known);
    const link = links[at === 0 ? 1 : at];
    if (!link || new Set(kinds).size === 1) continue;
    const member = path.slice(0, path.length - rest.length + step).findLast((one) => typeof one === "string");
    return [crossed(member, path, link, "makes another kind of value of the member")];
  }
  return [];
}

/** The kind of value into which a step leads. `Each` leads into lists and records. */
function kindBefore(step: Path[number] | undefined): StepKind | undefined {
  return typeof step === "string" ? "object" : undefined;
}

function crossed(member: unknown, path: Path, link: Link, change: string): CrossedMember {
  const way = pathText(path);
  return {
    member: typeof member === "string" ? member : way,
    why:
      `: the path ${way} leads through this member, and ${link.name} ${change}; ` +
      `write this change for the whole: .Within(${way}, ...).Before(change, ..., ${conversionOf(link)})`,
  };
}

/** The conversion as an author would write it: `Rename("products", "tiers")`. */
function conversionOf({ places: [place, ...others] }: Link): string {
  const [old, now] = [place?.old, place?.now].map((path) => (path?.length === 1 ? path[0] : undefined));
  const isRename = others.length === 0 && typeof old === "string" && typeof now === "string";
  return isRename ? `Rename(${quote(old)}, ${quote(now)})` : "{ Up, Down }";
}
