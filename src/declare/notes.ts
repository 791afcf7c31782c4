import type { MethodNote } from "../model/declaration";
import type { Setting } from "../model/setting";

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
