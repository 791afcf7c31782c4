import type { ConvertedStep } from "../../core/model/exchange-recorder";
import { isSameJSON } from "../../core/model/json-value";
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

/** Follows a value from the last step to the first, also where a link has only given it another name. */
function making(steps: readonly ConvertedStep[], path: ValuePath): ConvertedStep | undefined {
  let at = path;
  let naming: ConvertedStep | undefined;
  for (let i = steps.length - 1; i > 0; i--) {
    const [older, newer] = [steps[i - 1]?.value, steps[i]];
    const value = valueAt(newer?.value, at);
    if (isSameJSON(valueAt(older, at), value)) continue;
    const name = nameOf(valueAt(older, at.slice(0, -1)), value);
    if (name === undefined) return newer;
    naming ??= newer;
    at = [...at.slice(0, -1), name];
  }
  // No link made the value, so a link has given it the wrong name.
  return naming;
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
