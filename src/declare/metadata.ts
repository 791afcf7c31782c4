import { assertUnderstood, mark } from "../model/copies";
import type { MethodNote } from "../model/declaration";
import type { Setting } from "../model/setting";

// Decorators get `context.metadata` only if `Symbol.metadata` exists, so this file defines the symbol.
if (!(Symbol.metadata as symbol | undefined)) {
  Object.defineProperty(Symbol, "metadata", { value: Symbol.for("Symbol.metadata") });
}

// Only legacy decorators need reflect-metadata. If it is missing, `notesOfClass` throws an error for them.
try {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would fail where it is not installed
  require("reflect-metadata");
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
}

interface MetadataFunctions {
  readonly defineMetadata: (key: symbol, value: unknown, target: object) => void;
  readonly getOwnMetadata: (key: symbol, target: object) => unknown;
}

// The types of reflect-metadata add these functions to `Reflect`, but the package may be missing, hence `Partial`.
const reflect = Reflect as Partial<MetadataFunctions>;

const key = Symbol.for("versioned-controllers.notes");

/** Returns the notes that standard decorators made on a class, from the metadata of the class. */
export function notesOfContext(metadata: DecoratorMetadata): Notes {
  // A subclass inherits the metadata of its parent, so only own properties belong to the subclass.
  if (!Object.hasOwn(metadata, key)) metadata[key] = emptyNotes();
  return understood(metadata[key] as Notes);
}

/** Returns the notes of a class with legacy decorators. Throws a TypeError if reflect-metadata is missing. */
export function notesOfClass(target: object): Notes {
  const { defineMetadata, getOwnMetadata } = reflect;
  if (!defineMetadata || !getOwnMetadata) {
    throw new TypeError(
      "versioned-controllers: with experimentalDecorators, decorators need the package reflect-metadata: run npm install reflect-metadata, or compile without experimentalDecorators",
    );
  }
  if (!getOwnMetadata(key, target)) defineMetadata(key, emptyNotes(), target);
  return understood(getOwnMetadata(key, target) as Notes);
}

function understood(notes: Notes): Notes {
  assertUnderstood("a decorator", notes);
  return notes;
}

/** Returns the notes that standard or legacy decorators made on a class, but not the notes on its ancestors. */
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

/** The options and routes that the decorators of a class and of its methods declare, in the order of the source. */
export interface Notes {
  readonly onClass: ClassNote[];
  readonly onMethods: Map<PropertyKey, MethodNote[]>;
}

export type ClassNote = Setting | RouterNote;

interface RouterNote {
  readonly kind: "router";
  readonly settings: readonly Setting[];
}
