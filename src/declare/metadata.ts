import "reflect-metadata";
import type { MethodNote } from "../model/declaration";
import type { Setting } from "../model/setting";

// Standard decorators get `context.metadata` only if this symbol exists when a class is evaluated.
if (!(Symbol.metadata as symbol | undefined)) {
  Object.defineProperty(Symbol, "metadata", { value: Symbol.for("Symbol.metadata") });
}

const key = Symbol("versioned-controllers");

/** The notes of the class with a standard decorator, created if there are none. */
export function notesOfContext(metadata: DecoratorMetadata): Notes {
  // A subclass's metadata has its parent's as prototype: only its own notes belong to this class.
  if (!Object.hasOwn(metadata, key)) metadata[key] = emptyNotes();
  return metadata[key] as Notes;
}

/** The notes of a class with legacy decorators, created if there are none. */
export function notesOfClass(target: object): Notes {
  if (!Reflect.hasOwnMetadata(key, target)) Reflect.defineMetadata(key, emptyNotes(), target);
  return Reflect.getOwnMetadata(key, target) as Notes;
}

/** The notes on a class itself, in either flavour; undefined when there are none. */
export function writtenOn(target: object): Notes | undefined {
  const legacy = Reflect.getOwnMetadata(key, target) as Notes | undefined;
  if (legacy) return legacy;
  const metadata = Object.hasOwn(target, Symbol.metadata)
    ? (target as { readonly [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata]
    : undefined;
  return metadata && Object.hasOwn(metadata, key) ? (metadata[key] as Notes) : undefined;
}

function emptyNotes(): Notes {
  return { onClass: new Array<ClassNote>(), onMethods: new Map<PropertyKey, MethodNote[]>() };
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
