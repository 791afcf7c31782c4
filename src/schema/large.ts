import { isObject } from "../model/value";

/** True if a value contains more than this many values, itself included; counting stops there. */
export function holdsMoreThan(most: number, value: unknown): boolean {
  const open = [value];
  for (let count = 1; open.length > 0;) {
    const next = open.pop();
    if (!isObject(next)) continue;
    const children: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += children.length;
    if (count > most) return true;
    for (const child of children) open.push(child);
  }
  return false;
}
