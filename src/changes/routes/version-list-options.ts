import type { Request } from "express";
import { historyVersions, type HistoryVersions } from "../history/define-versions";
import type { VersionExtractor } from "../../core/model/source";
import { isObject, misfit } from "../../core/model/value";
import { type Version, versionOrder } from "../../core/model/version";
import type { Deferred, RangeOption } from "./version-range";
import { Since, Until, WithVersion } from "../../core/options/versions";
import { webhookMaker, type WebhookMaker } from "../events/webhook-maker";
import "../wing";

/** The options of routes for which the compiler accepts only the versions of a list: see {@link Routes}. */
export interface RouteVersions<List extends readonly Version[]> {
  readonly WithVersion: <
    const Named extends readonly List[number][],
    Made = RangeOption<"WithVersion", Named>,
  >(
    ...versions: Named
  ) => Deferred<Made>;
  readonly Since: <const Named extends List[number], Made = RangeOption<"Since", [Named]>>(
    version: Named,
  ) => Deferred<Made>;
  readonly Until: <const Named extends List[number], Made = RangeOption<"Until", [Named]>>(
    version: Named,
  ) => Deferred<Made>;

  /** Declares the function that reads a request's version: `V.Extractor((req) => (req.get("X-Beta") ? "3" : null))`. */
  readonly Extractor: (
    extractor: (req: Request) => ListedVersions<List> | Promise<ListedVersions<List>>,
  ) => VersionExtractor;
}

/** The result of `DefineVersions("1", "2")`: options and changes for which the compiler accepts only these versions. */
export interface DefinedVersions<List extends readonly Version[]>
  extends HistoryVersions<List>, RouteVersions<List> {
  /**
   * Declares a webhook: `app.Include(V.Webhook("cat.added", Cat, V.Since("1"), Summary("A cat was added")))`. Without
   * an option such as `V.Since`, every version has the webhook.
   *
   * @throws TypeError for a name that is not a string, or an invalid schema.
   */
  readonly Webhook: WebhookMaker<List>;
}

type ListedVersions<List extends readonly Version[]> =
  List[number] | readonly List[number][] | null | undefined;

/**
 * Defines the versions of an API, the oldest first. `const V = DefineVersions("1", "2", "3")` has `V.List`,
 * `V.Since("2")`, `V.Change("2", "...")` and similar members.
 */
export function DefineVersions<const List extends readonly Version[]>(
  ...versions: List
): DefinedVersions<List> {
  const order = versionOrder(versions);
  return { ...historyVersions(versions, order), ...routeOptions<List>(), Webhook: webhookMaker(order) };
}

/**
 * The options of routes for the versions of a file that front ends share, and which therefore imports only
 * `versioned-controllers/history`: `const { Since, Until } = Routes(V)`.
 *
 * @throws TypeError for a value that `DefineVersions` did not return.
 */
export function Routes<List extends readonly Version[]>(V: HistoryVersions<List>): RouteVersions<List> {
  const given: unknown = V;
  if (!isObject(given) || !("List" in given) || !Array.isArray(given.List) || !("Change" in given)) {
    throw misfit("Routes: the argument", "made by DefineVersions(...)", given);
  }
  return routeOptions<List>();
}

function routeOptions<List extends readonly Version[]>(): RouteVersions<List> {
  const options = {
    WithVersion,
    Since,
    Until,
    Extractor: (extractor: VersionExtractor) => extractor,
  };
  // The cast is safe: only the compiler knows the versions of a list, and reads them from the type of an option.
  return options as unknown as RouteVersions<List>;
}
