/** A copy of this package in a process; every value that a copy makes for users names that copy. */
export interface PackageCopy {
  /** The number of the internal interface: a copy understands the values of copies with the same number. */
  readonly Interface: number;
  /** The version of the package: `"0.1.0"`. */
  readonly Version: string;
}

/** The member that names the copy which made a value: copies recognize values by it, never by `instanceof`. */
export const copyKey: unique symbol = Symbol.for("versioned-controllers");

/** This copy; a test compares its version with package.json. */
export const ownCopy: PackageCopy = Object.freeze({ Interface: 1, Version: "0.1.0" });

/** Marks a value as made by this copy; the mark is not enumerable. */
export function mark<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, copyKey, { value: ownCopy });
}

/** Marks the instances of a class, and returns a function that recognizes the instances of every copy. */
export function recognizing<Instance extends object>(
  kind: string,
  { prototype }: { readonly prototype: Instance },
): (value: unknown) => value is Instance {
  const key = Symbol.for(`versioned-controllers.${kind}`);
  Object.defineProperty(mark(prototype), key, { value: true });
  return (value): value is Instance =>
    typeof value === "object" && value !== null && key in value && isUnderstood(value);
}

/** False if the value comes from an installed copy of this package whose interface number differs. */
export function isUnderstood(value: object): boolean {
  const by = (value as Marked)[copyKey];
  // Most values are this copy's own.
  return by === ownCopy || by === undefined || by.Interface === ownCopy.Interface;
}

/** Describes a value that a copy with another interface number made, for messages; undefined for every other value. */
export function strangerInWords(value: unknown): string | undefined {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return undefined;
  try {
    if (isUnderstood(value)) return undefined;
    const { Interface, Version } = (value as Required<Marked>)[copyKey];
    return `a value of versioned-controllers ${Version}, whose interface ${String(Interface)} is unknown to versioned-controllers ${ownCopy.Version}, the copy that got it: install one of both`;
  } catch {
    // The value is a Proxy whose trap throws.
    return undefined;
  }
}

/**
 * Throws for a value of another copy that this one does not understand.
 *
 * @throws TypeError
 */
export function assertUnderstood(call: string, value: unknown): void {
  const stranger = strangerInWords(value);
  if (stranger !== undefined) throw new TypeError(`${call}: got ${stranger}`);
}

/** A value that all copies in the process share: the first copy that needs it makes it. */
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
