import { assertUnderstood, mark } from "../model/copies";
import type { MethodNote } from "../model/declaration";
import type { Setting } from "../model/setting";

// Standard decorators get `context.metadata` only if this symbol exists when a class is evaluated.
if (!(Symbol.metadata as symbol | undefined)) {
  Object.defineProperty(Symbol, "metadata", { value: Symbol.for("Symbol.metadata") });
}

// Only legacy decorators need reflect-metadata, and only they report that it is missing.
try {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would fail where it is not installed
  require("reflect-metadata");
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
}

/** The functions that reflect-metadata adds to `Reflect`: both exist, or neither. */
interface MetadataFunctions {
  readonly defineMetadata: (key: symbol, value: unknown, target: object) => void;
  readonly getOwnMetadata: (key: symbol, target: object) => unknown;
}

// A cast, because the types of reflect-metadata declare functions that may be missing at run time.
const reflect = Reflect as Partial<MetadataFunctions>;

const key = Symbol.for("versioned-controllers.notes");

/** The notes of a class with standard decorators, created if there are none. */
export function notesOfContext(metadata: DecoratorMetadata): Notes {
  // A subclass's metadata has its parent's as prototype: only own properties are notes of this class.
  if (!Object.hasOwn(metadata, key)) metadata[key] = emptyNotes();
  return understood(metadata[key] as Notes);
}

/**
 * The notes of a class with legacy decorators, created if there are none.
 *
 * @throws TypeError without reflect-metadata.
 */
export function notesOfClass(target: object): Notes {
  const { defineMetadata, getOwnMetadata } = reflect;
  if (!defineMetadata || !getOwnMetadata) {
    throw new TypeError(
      "versioned-controllers: decorators of experimentalDecorators need the package reflect-metadata: run npm install reflect-metadata, or compile without experimentalDecorators",
    );
  }
  if (!getOwnMetadata(key, target)) defineMetadata(key, emptyNotes(), target);
  return understood(getOwnMetadata(key, target) as Notes);
}

function understood(notes: Notes): Notes {
  assertUnderstood("a decorator", notes);
  return notes;
}

/** The notes of a class, without its ancestors', in either flavour of decorators; undefined if there are none. */
export function writtenOn(target: object): Notes | undefined {
  const legacy = reflect.getOwnMetadata?.(key, target) as Notes | undefined;
  if (legacy) return legacy;
  const metadata = Object.hasOwn(target, Symbol.metadata)
    ? (target as { readonly [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata]
    : undefined;
  return metadata && Object.hasOwn(metadata, key) ? (metadata[key] as Notes) : undefined;
}

function emptyNotes(): Notes {
  return mark({ onClass: new Array<ClassNote>(), onMethods: new Map<PropertyKey, MethodNote[]>() });
}

/** The notes of decorators on one class, each list in the order of the source text. */
export interface Notes {
  readonly onClass: ClassNote[];
  readonly onMethods: Map<PropertyKey, MethodNote[]>;
}

/** One decorator of a class: an option, or `@Router` with its prefix and options as settings. */
export type ClassNote = Setting | RouterNote;

/** `@Router(prefix, ...options)`. */
interface RouterNote {
  readonly kind: "router";
  readonly settings: readonly Setting[];
}
