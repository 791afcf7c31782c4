import type { Mistake, Setting, VerbNote } from "./setting";
import { isUnderstood } from "./copies";
import { isObject } from "./value";
import type { VersionOrder } from "./version";
import type { Wing } from "./wing";

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

/** One call of `V.Webhook(name, schema, ...options)`. */
export interface WebhookDeclaration {
  readonly kind: "webhook";
  readonly name: string;
  readonly schema: object;
  readonly settings: readonly Setting[];
  readonly order: VersionOrder;
  readonly wing: Wing;
}

/** The key of the member that holds a webhook's declaration: the same symbol in all copies of the package. */
export const webhookKey: unique symbol = Symbol.for("versioned-controllers.webhook");

/** The declaration of a webhook; undefined for any other value. */
export function webhookOf(value: unknown): WebhookDeclaration | undefined {
  if (!isObject(value) || !(webhookKey in value) || !isUnderstood(value)) return undefined;
  return value[webhookKey] as WebhookDeclaration;
}

/** The name of a webhook in messages: `webhook cat.added`. */
export function webhookName({ name }: Pick<WebhookDeclaration, "name">): string {
  return `webhook ${name}`;
}
