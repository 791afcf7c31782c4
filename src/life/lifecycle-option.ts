import { optionMaker } from "../core/declare/option";
import { ownLifecycle, type Lifecycle } from "../core/model/lifecycle";
import type { OptionObject } from "../core/model/setting";
import { isObject } from "../core/model/value";
import { checkRouteLifecycle } from "./lifecycles";

const places = { home: "both", onWebhook: false, inBefore: "nowhere" } as const;

const lifecycleOption: OptionObject<unknown, Lifecycle | undefined, typeof places> = {
  ...ownLifecycle,
  name: "WithLifecycle",
  places,
  repeats: "replaces",
  subject: undefined,
  traits: [],
  arguments: [],
  check: ({ where, versioning }, { value }) => checkRouteLifecycle(where, value, versioning),
  ofApp: undefined,
  join: (outer, { value }) => (isObject(value) ? { ...outer, ...value } : outer),
  within: undefined,
  // A version has a lifecycle, too, so the document and the headers show the life of each registration.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

/**
 * On a route or a router: declares when routes will be deprecated, and when they will end:
 * `@WithLifecycle({ Deprecated: "2026-01-01", Sunset: "2026-07-01" })`.
 *
 * For each field, the declaration nearest to the route counts. Without one, `VersioningOptions.Lifecycle` counts.
 */
export const WithLifecycle = optionMaker(lifecycleOption, (lifecycle: Lifecycle) => lifecycle);
