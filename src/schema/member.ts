/** A member like any other, `__proto__` too, which assignment would take for the prototype. */
export function setMember(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") copy[key] = value;
  else Object.defineProperty(copy, key, { value, configurable: true, enumerable: true, writable: true });
}
