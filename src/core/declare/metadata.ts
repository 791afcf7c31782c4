import "reflect-metadata";
import { assertUnderstood, mark } from "../model/copies";
import type { MethodNote } from "../model/declaration";
import type { Setting } from "../model/setting";

// Decorators get `context.metadata` only if `Symbol.metadata` exists, so this file defines the symbol.
if (!(Symbol.metadata as symbol | undefined)) {
  Object.defineProperty(Symbol, "metadata", { value: Symbol.for("Symbol.metadata") });
}

const key = Symbol.for("versioned-controllers.notes");

/** Returns the notes that standard decorators made on a class, from the metadata of the class. */
export function notesOfContext(metadata: DecoratorMetadata): Notes {
  // A subclass inherits the metadata of its parent, so only own properties belong to the subclass.
  if (!Object.hasOwn(metadata, key)) metadata[key] = emptyNotes();
  return understood(metadata[key] as Notes);
}

/** Returns the notes of a class with legacy decorators. */
export function notesOfClass(target: object): Notes {
  if (!Reflect.hasOwnMetadata(key, target)) Reflect.defineMetadata(key, emptyNotes(), target);
  return understood(Reflect.getOwnMetadata(key, target) as Notes);
}

function understood(notes: Notes): Notes {
  assertUnderstood("a decorator", notes);
  return notes;
}

/** Returns the notes that standard or legacy decorators made on a class, but not the notes on its ancestors. */
export function writtenOn(target: object): Notes | undefined {
  const legacy = Reflect.getOwnMetadata(key, target) as Notes | undefined;
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
