import type {
  BeforeOption,
  RouteBeforeOption,
  RouteOption,
  RouterBeforeOption,
  RouterOption,
  WebhookOption,
} from "./option";
import type { Wrong } from "./wrong";

/**
 * The words about `One` in a list of options of a route; `never` for an option. A list's constraint has
 * this type beside {@link RouteOption}, so that the compiler prints the words in the first line of its error.
 */
// The tuples keep the compiler from distributing the condition: a constraint would then be circular.
export type RouteOptionMistake<One> = [One] extends [RouteOption]
  ? never
  : Wrong<RouteOptionWords<Exclude<One, RouteOption>>>;

/** Like {@link RouteOptionMistake}, for the options of a router. */
export type RouterOptionMistake<One> = [One] extends [RouterOption]
  ? never
  : Wrong<RouterOptionWords<Exclude<One, RouterOption>>>;

/** The words about an argument of `Before` that is not an option of routes there; `never` if there is none. */
export type EarlierMistake<One> = [One] extends [never] ? never : Wrong<EarlierWords<One>>;

type RouteOptionWords<One> = One extends RouterOption
  ? "this is an option of routers: pass it to Include, new Router or @Router"
  : OptionWords<One, "is an option of routes">;

type RouterOptionWords<One> = One extends RouteOption
  ? "this is an option of routes: pass it to a route"
  : OptionWords<One, "is an option of routers">;

type OptionWords<One, Brand extends string> =
  One extends Readonly<Record<Brand, infer Words extends string>>
    ? Words
    : One extends readonly unknown[]
      ? "this is a list: spread it, as in ...options"
      : One extends { readonly caller: Wrong<string> }
        ? "this is a decorator, not an option"
        : One extends RouteBeforeOption | RouterBeforeOption
          ? "this belongs into Before(change, ...)"
          : One extends WebhookOption
            ? "this is an option of webhooks: pass it to V.Webhook"
            : One extends (...args: never[]) => infer Made
              ? FunctionWords<Made>
              : "this is not an option, such as WithTags('cats')";

type FunctionWords<Made> = Made extends AnyOption
  ? "the call of this option is missing"
  : "this function is not an option: pass it to WithMiddleware or WithGuards";

type AnyOption = RouteOption | RouterOption | BeforeOption | WebhookOption;

type EarlierWords<One> = One extends RouterBeforeOption
  ? "this is an option of routers beside one of routes: write a Before for each"
  : One extends string
    ? "Before takes the earlier name of a webhook, or options, not both"
    : One extends { readonly caller: Wrong<string>; readonly "is an option of routes"?: never }
      ? "a verb in Before has only a path"
      : One extends AnyOption
        ? "Before does not take this option"
        : OptionWords<One, "is an option of routes">;
