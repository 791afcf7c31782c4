/** Sets a member; plain assignment of `__proto__` would set the prototype instead. */
export function setMember(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") copy[key] = value;
  else Object.defineProperty(copy, key, { value, configurable: true, enumerable: true, writable: true });
}
