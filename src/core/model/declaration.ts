import type { Mistake, Setting, VerbNote } from "./setting";
import type { WebhookDeclaration } from "./webhook";

/** The declarations of one Router, and of everything that the Router includes. `Build` starts from this tree. */
export interface RouterDeclaration {
  readonly kind: "router";
  /** The Router itself. `Build` stores the resolved routes under this key. */
  readonly router: object;
  readonly where: string;
  readonly settings: readonly Setting[];
  readonly children: readonly (RouteDeclaration | Inclusion)[];
}

/** A call of `router.Get(path, handler, ...options)` or a similar method. */
export interface RouteDeclaration {
  readonly kind: "route";
  readonly method: unknown;
  readonly path: unknown;
  readonly handler: unknown;
  readonly settings: readonly Setting[];
}

/** One controller, Router or webhook of `Include(what, ...options)`. All items of a list `what` share the options. */
export interface Inclusion {
  readonly kind: "inclusion";
  readonly settings: readonly Setting[];
  readonly what: RouterDeclaration | ControllerDeclaration | WebhookDeclaration | UnusableInclusion;
}

/** A controller's instance, and the declarations on its class and ancestors. */
export interface ControllerDeclaration {
  readonly kind: "controller";
  readonly name: string;
  /** The included class, or the class of the included instance. */
  readonly target: object;
  readonly instance: object;
  /** The number of the constructor's parameters; undefined if the application passed an instance. */
  readonly asked: number | undefined;
  /** The included class and its ancestors, the base class first. */
  readonly classes: readonly ClassDeclaration[];
}

export interface ClassDeclaration {
  readonly name: string;
  /** The options on the class and in its `@Router`, in the order of the source. */
  readonly settings: readonly Setting[];
  readonly routers: number;
  readonly methods: ReadonlyMap<PropertyKey, readonly MethodNote[]>;
}

/** A decorator of a method: an option, or a verb such as `@Get` with its own options. */
export type MethodNote = Setting | VerbNote;

/** A value that was passed to `Include`, but is not a Router, controller or webhook: a mistake that `Build` reports. */
export type UnusableInclusion =
  | { readonly kind: "not includable"; readonly written: string; readonly mistake?: Mistake }
  | {
      readonly kind: "class without Router";
      readonly name: string;
      /** The nearest ancestor with a `@Router`, if there is one. */
      readonly parent: string | undefined;
    }
  | { readonly kind: "class failed"; readonly name: string; readonly reason: string }
  | { readonly kind: "class promised"; readonly name: string }
  | { readonly kind: "router again"; readonly name: string }
  | { readonly kind: "router in a circle"; readonly name: string }
  | { readonly kind: "app included" };
