import type { Issue } from "../model/schema";

/** Deeper than any API nests its data, and shallower than what exhausts a recursive validator's stack. */
const mostLevels = 500;

/**
 * Values that no schema should have to see: a key `__proto__`, which becomes a prototype where a library copies it, or
 * nesting that no recursive function comes back from. Undefined where there is neither.
 */
export function findHostile(value: unknown): Issue | undefined {
  const open: Visit[] = [];
  visit(value, undefined, "");
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.level > mostLevels) return { path: [], message: `nested more than ${mostLevels} levels deep` };
    const { value } = next;
    for (const [step, child] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      if (step === "__proto__") return { path: pathTo(next, step), message: "the key is not allowed" };
      visit(child, next, step);
    }
  }
  return undefined;

  function visit(child: unknown, parent: Visit | undefined, step: string | number): void {
    // Only what a parser makes: an application's own objects are not looked into.
    if (isParsed(child)) open.push({ value: child, parent, step, level: (parent?.level ?? 0) + 1 });
  }
}

interface Visit {
  readonly value: object;
  readonly parent: Visit | undefined;
  readonly step: string | number;
  readonly level: number;
}

function isParsed(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}

function pathTo(visit: Visit, key: string): readonly (string | number)[] {
  const path: (string | number)[] = [key];
  for (let at = visit; at.parent; at = at.parent) path.unshift(at.step);
  return path;
}
