import { sharedByCopies } from "../../core/model/copies";
import type { Convert, LinkSchema, Path, MovedPlace, Stricter } from "../../schema/interface/histories";
import type { Issue } from "../../schema/interface/schema";
import { isObject, misfit, takeRejection } from "../../core/model/value";
import { Each, OneOrEach } from "../../schema/interface/paths";

/** The facts about a function of a `Rename`. It brings them, so that programs without a `Rename` bundle no code for it. */
interface KnownRename {
  readonly places: readonly MovedPlace[];
  /** Adapts the function to the schema of its argument. */
  readonly fitted: (convert: Convert, given: LinkSchema) => Convert;
}

const renames = sharedByCopies("renames", () => new WeakMap<object, KnownRename>());

export function noteRename(convert: object, known: KnownRename): void {
  renames.set(convert, known);
}

/** The facts about a function of a `Rename`; undefined for any other function. */
export function knownRename(convert: unknown): KnownRename | undefined {
  const isKey = isObject(convert) || typeof convert === "function";
  return isKey ? renames.get(convert) : undefined;
}

/** Reads the option `Stricter`: a reason, or an object with Reason, Path and Where. */
export function stricterOf(written: unknown): {
  readonly stricter: Stricter | undefined;
  readonly places: readonly MovedPlace[];
} {
  if (written === undefined) return { stricter: undefined, places: [] };
  if (typeof written === "string") return { stricter: { reason: written, where: undefined }, places: [] };
  const {
    Reason,
    Path: paths = {},
    Where,
    ...others
  } = (isObject(written) ? written : {}) as WrittenStricter;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new TypeError(`Before: Stricter can have only Reason, Path and Where, got ${unknown}`);
  }
  if (typeof Reason !== "string") {
    throw misfit(
      "Before: Stricter",
      'a string with the reason, or an object such as { Reason: "...", Where }',
      written,
    );
  }
  if (Where !== undefined && typeof Where !== "function") {
    throw misfit("Before: the option Where of Stricter", "a function", Where);
  }
  if (!isObject(paths) || !Object.values(paths).every((path) => typeof path === "string")) {
    throw misfit(
      "Before: Path of Stricter",
      'an object that maps newer paths to older paths, such as { "birthday": "born" }',
      paths,
    );
  }
  const where = Where as ((old: unknown) => unknown) | undefined;
  const places = Object.entries(paths as Readonly<Record<string, string>>);
  return {
    stricter: { reason: Reason, where: where && ((old) => isTrue(where(old))) },
    places: places.map(([now, old]) => ({ now: stepsOf(now), old: stepsOf(old) })),
  };
}

/** True only for `true`. If `Where` returned a promise, its rejection is handled, or else it would end the process. */
function isTrue(answer: unknown): boolean {
  takeRejection(answer);
  return answer === true;
}

interface WrittenStricter {
  readonly Reason?: unknown;
  readonly Path?: unknown;
  readonly Where?: unknown;
}

function stepsOf(text: string): Path {
  return text.split(".").map((step) => (step === "*" ? Each : step));
}

/** Extends paths of a part to paths of the whole: for a list `cats`, `["born"]` becomes `["cats", Each, "born"]`. */
export function liftPlaces(places: readonly MovedPlace[], paths: readonly Path[]): readonly MovedPlace[] {
  return paths.flatMap((path) =>
    places.map(({ now, old }) => ({ now: [...path, ...now], old: [...path, ...old] })),
  );
}

/** Applies the `Stricter` of an item to the whole that contains the items: `where` still gets one item. */
export function liftStricter(stricter: Stricter | undefined, paths: readonly Path[]): Stricter | undefined {
  const where = stricter?.where;
  if (!where) return stricter;
  return {
    ...stricter,
    where: (old, path) =>
      paths.some((pattern) => {
        const found = match(pattern, path);
        return (
          found !== undefined && where(valueAt(old, path.slice(0, found.length)), path.slice(found.length))
        );
      }),
  };
}

/** Converts a path of the newer form to the older form: `["birthday"]` to `["born"]`. The longest match wins. */
export function olderPlace(path: Issue["path"], places: readonly MovedPlace[]): Issue["path"] {
  let best: Issue["path"] | undefined;
  let most = -1;
  for (const { now, old } of places) {
    const found = match(now, path);
    if (!found || found.length <= most) continue;
    most = found.length;
    let taken = 0;
    const begun = old.flatMap((step) => (typeof step === "symbol" ? (found.free[taken++] ?? []) : [step]));
    best = [...begun, ...path.slice(found.length)];
  }
  return best ?? path;
}

/** Matches the start of `path`. `free` has its steps at `Each` and `OneOrEach`, such as the index of an item. */
function match(
  pattern: Path,
  path: Issue["path"],
): { readonly length: number; readonly free: readonly Issue["path"][] } | undefined {
  const free: Issue["path"][] = [];
  let length = 0;
  for (const step of pattern) {
    const given = path[length];
    if (step === OneOrEach && typeof given !== "number") {
      free.push([]);
      continue;
    }
    if (given === undefined || (typeof step === "string" && step !== String(given))) return undefined;
    if (typeof step === "symbol") free.push([given]);
    length++;
  }
  return { length, free };
}

function valueAt(value: unknown, path: Issue["path"]): unknown {
  let at = value;
  for (const step of path) at = isObject(at) && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined;
  return at;
}
