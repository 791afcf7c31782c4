import type { ConvertedStep } from "../../schema/interface/exchange-recorder";
import { isSameJSON } from "../../schema/interface/json-value";
import { isObject } from "../../core/model/value";

export type ValuePath = readonly (string | number)[];

/**
 * Returns the description of the change whose link made a value that differs: the only link, or else the last link that
 * changed the value on its way. Undefined if this is not certain.
 */
export function changeAt(
  steps: readonly ConvertedStep[],
  path: ValuePath,
  { recorded, now }: { readonly recorded: unknown; readonly now: unknown },
): string | undefined {
  const links = steps.slice(1);
  const [only] = links;
  const link =
    links.length === 1 ? only : now === undefined ? losing(steps, path, recorded) : making(steps, path);
  return link?.changes[0]?.Description;
}

/** Follows a value from the last step to the first, also where a link has only moved it to another place. */
function making(steps: readonly ConvertedStep[], path: ValuePath): ConvertedStep | undefined {
  let at = path;
  let moving: ConvertedStep | undefined;
  for (let i = steps.length - 1; i > 0; i--) {
    const [older, newer] = [steps[i - 1]?.value, steps[i]];
    const value = valueAt(newer?.value, at);
    if (isSameJSON(valueAt(older, at), value)) continue;
    const from = placeBefore(older, at, value);
    if (!from) return newer;
    moving ??= newer;
    at = from;
  }
  // No link made the value, so a link has moved it to the wrong place.
  return moving;
}

/** Finds the place from which a link has moved a value: in the same object, or else the only one in the whole value. */
function placeBefore(older: unknown, at: ValuePath, value: unknown): ValuePath | undefined {
  const parent = at.slice(0, -1);
  const name = nameOf(valueAt(older, parent), value);
  if (name !== undefined) return [...parent, name];
  // Two flags are often equal by chance.
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const [place, ...others] = placesOf(older, value);
  return place && others.length === 0 ? pathTo(place) : undefined;
}

interface ValuePlace {
  readonly value: unknown;
  readonly step: string | number;
  readonly around: ValuePlace | undefined;
}

/** Lists the places of a text or number. It uses a loop, because recursion would overflow the stack for a deep value. */
function placesOf(root: unknown, sought: string | number): readonly ValuePlace[] {
  const found: ValuePlace[] = [];
  const open: ValuePlace[] = [{ value: root, step: "", around: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value } = next;
    if (value === sought) found.push(next);
    if (!isObject(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      open.push({ value: inner, step: Array.isArray(value) ? Number(key) : key, around: next });
    }
  }
  return found;
}

function pathTo(place: ValuePlace): ValuePath {
  const path: (string | number)[] = [];
  for (let at = place; at.around; at = at.around) path.unshift(at.step);
  return path;
}

/** Finds the link after which a recorded value is no longer there. */
function losing(
  steps: readonly ConvertedStep[],
  path: ValuePath,
  recorded: unknown,
): ConvertedStep | undefined {
  const parent = path.slice(0, -1);
  const last = steps.findLastIndex(({ value }) => {
    const around = valueAt(value, parent);
    return isObject(around) && Object.values(around).some((one) => isSameJSON(one, recorded));
  });
  return last === -1 ? undefined : steps[last + 1];
}

/** The name of the only member with a value; undefined if none has it, or several have it. */
function nameOf(around: unknown, value: unknown): string | undefined {
  if (!isObject(around) || Array.isArray(around)) return undefined;
  const names = Object.entries(around).flatMap(([name, one]) => (isSameJSON(one, value) ? name : []));
  return names.length === 1 ? names[0] : undefined;
}

function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (at, step) => (isObject(at) && Object.hasOwn(at, step) ? (Reflect.get(at, step) as unknown) : undefined),
    value,
  );
}
