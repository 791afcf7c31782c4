import type { History, Link, Path } from "../../core/model/histories";
import type { OutputReader } from "../../core/model/schema";
import { quote } from "../../core/model/value";
import { schemasOfHistory } from "../history/at-version";
import { namedSteps } from "../history/way";
import { Each, OneOrEach, pathText } from "../history/within";

/** A member that a path of one part leads through, and that a link of another part renames, adds or removes. */
export interface CrossedMember {
  readonly member: string;
  readonly why: string;
}

/**
 * Finds paths that lead through a member which another part changes. Once this part is converted, such a path leads
 * nowhere, and the values at its end would stay as they are in the newest version.
 */
export function crossedMembersIn(
  { within }: History,
  reader: Pick<OutputReader, "jsonOf">,
): readonly CrossedMember[] {
  const placed = within.flatMap(({ history, paths }) => paths.map((path) => ({ history, path })));
  return placed.flatMap((outer) =>
    placed
      .filter((inner) => inner !== outer)
      .flatMap(({ path }) =>
        restsAfter(outer.path, path).flatMap((rest) => crossedBy(outer.history, { path, rest }, reader)),
      ),
  );
}

/** The ends of `path` after the value to which `outer` leads. `OneOrEach` is `Each`, or no step. */
function restsAfter(outer: Path, path: Path): readonly Path[] {
  const [step, ...others] = outer;
  const [first, ...rest] = path;
  if (step === undefined) return path.length > 0 ? [path] : [];
  if (step === OneOrEach) return [...restsAfter(others, path), ...restsAfter([Each, ...others], path)];
  if (first === undefined) return [];
  if (first === OneOrEach) return [...restsAfter(outer, rest), ...restsAfter(outer, [Each, ...rest])];
  return step === first || step === Each || first === Each ? restsAfter(others, rest) : [];
}

function crossedBy(
  { links }: History,
  { path, rest }: Readonly<Record<"path" | "rest", Path>>,
  reader: Pick<OutputReader, "jsonOf">,
): readonly CrossedMember[] {
  const steps = links.map((link) =>
    schemasOfHistory({ links: [link] }).map((one) => namedSteps(rest, one, reader)),
  );
  const most = Math.max(...steps.flat().map(({ count }) => count));
  const changed = steps.findIndex((ofLink) => ofLink.some(({ count, isOpen }) => !isOpen && count < most));
  const link = links[changed === 0 ? 1 : changed];
  if (!link) return [];
  const member = rest[Math.min(...steps.flat().map(({ count }) => count))];
  const way = pathText(path);
  return [
    {
      member: typeof member === "string" ? member : way,
      why:
        `: the path ${way} leads through this member, and ${link.name} renames, adds or removes the member; ` +
        `write this change for the whole: .Within(${way}, ...).Before(change, ..., ${conversionOf(link)})`,
    },
  ];
}

/** The conversion as an author would write it: `Rename("products", "tiers")`. */
function conversionOf({ places: [place, ...others] }: Link): string {
  const [old, now] = [place?.old, place?.now].map((path) => (path?.length === 1 ? path[0] : undefined));
  const isRename = others.length === 0 && typeof old === "string" && typeof now === "string";
  return isRename ? `Rename(${quote(old)}, ${quote(now)})` : "{ Up, Down }";
}
