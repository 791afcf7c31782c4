import { isObject } from "../model/value";

/** Whether a value holds more than so many values, itself among them; no more of them are counted. */
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
