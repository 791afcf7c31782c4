/** A copy of this package in the process. Values that users get, such as an App, refer to the copy that made them. */
export interface PackageCopy {
  /** The number of the internal interface. Copies with the same number understand each other's values. */
  readonly Interface: number;
  readonly Version: string;
}

/** The member that identifies the copy of the package that made a value: `instanceof` fails across copies. */
export const copyKey: unique symbol = Symbol.for("versioned-controllers");

/** This copy of the package. A test compares `Version` with package.json. */
export const ownCopy: PackageCopy = Object.freeze({ Interface: 1, Version: "0.1.0" });

/** Marks a value as made by this copy of the package, with a member that is not enumerable. */
export function mark<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, copyKey, { value: ownCopy });
}

/** Marks a class, and returns a test for its instances, including those of a compatible copy of the package. */
export function recognizing<Instance extends object>(
  kind: string,
  { prototype }: { readonly prototype: Instance },
): (value: unknown) => value is Instance {
  const key = Symbol.for(`versioned-controllers.${kind}`);
  Object.defineProperty(mark(prototype), key, { value: true });
  return (value): value is Instance =>
    typeof value === "object" && value !== null && key in value && isUnderstood(value);
}

/** False if a copy of the package with another interface number made the value. */
export function isUnderstood(value: object): boolean {
  const by = (value as Marked)[copyKey];
  return by === ownCopy || by === undefined || by.Interface === ownCopy.Interface;
}

/** True if this copy of the package made and marked the value. */
export function isOwn(value: object): boolean {
  return (value as Marked)[copyKey] === ownCopy;
}

/** Describes a value for which {@link isUnderstood} is false; returns undefined for any other value. */
export function strangerInWords(value: unknown): string | undefined {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return undefined;
  try {
    if (isUnderstood(value)) return undefined;
    const { Interface, Version } = (value as Required<Marked>)[copyKey];
    return `a value of versioned-controllers ${Version} (interface ${String(Interface)}), which versioned-controllers ${ownCopy.Version} does not understand: install only one of the two`;
  } catch {
    // A Proxy may throw an error for any access.
    return undefined;
  }
}

/** Throws a TypeError for a value of a copy of the package that this copy does not understand. */
export function assertUnderstood(call: string, value: unknown): void {
  const stranger = strangerInWords(value);
  if (stranger !== undefined) throw new TypeError(`${call}: got ${stranger}`);
}

/** A value that all copies of the package in the process share. The first copy makes the value. */
export function sharedByCopies<Value extends object>(name: string, make: () => Value): Value {
  const key = Symbol.for(`versioned-controllers.${name}`);
  const shared = globalThis as unknown as Record<symbol, Value | undefined>;
  const known = shared[key];
  if (known) return known;
  const made = make();
  Object.defineProperty(globalThis, key, { value: made });
  return made;
}

interface Marked {
  readonly [copyKey]?: PackageCopy;
}
