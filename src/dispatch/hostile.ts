import type { Issue } from "../model/schema";

/** Deeper than any API nests its data, and shallower than what exhausts a recursive validator's stack. */
const deepest = 500;

/**
 * What no schema should have to see: a key `__proto__`, which becomes a prototype where a library copies it, or
 * nesting that no recursive function comes back from. Undefined where there is neither.
 */
export function findHostile(value: unknown): Issue | undefined {
  const open: Visit[] = [];
  visit(value, undefined, "", 0);
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > deepest) return { path: [], message: `nested more than ${deepest} levels deep` };
    for (const [key, child] of Object.entries(next.value)) {
      const step = Array.isArray(next.value) ? Number(key) : key;
      if (key === "__proto__") return { path: pathTo(next, key), message: "the key is not allowed" };
      visit(child, next, step, next.depth + 1);
    }
  }
  return undefined;

  function visit(child: unknown, parent: Visit | undefined, step: string | number, depth: number): void {
    // Only what a parser makes: an application's own objects are not looked into.
    if (isPlain(child)) open.push({ value: child, parent, step, depth });
  }
}

interface Visit {
  readonly value: object;
  readonly parent: Visit | undefined;
  readonly step: string | number;
  readonly depth: number;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}

function pathTo(visit: Visit, key: string): readonly (string | number)[] {
  const path: (string | number)[] = [key];
  for (let at: Visit | undefined = visit; at?.parent; at = at.parent) path.unshift(at.step);
  return path;
}
