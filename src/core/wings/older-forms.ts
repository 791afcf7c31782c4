import type { RouteResponses, Conversions } from "../answer/terms";
import type { Checkable } from "../check/checkable";
import type { WarnOnce } from "../errors/request-warnings";
import type { AppChanges } from "../../schema/interface/app-changes";
import type { RouteConversions } from "../../schema/interface/exchange-recorder";
import type { Registration, ResolvedRoute, ResolvedWebhook, Span } from "../model/route";
import type { ErrorDowns, ResponseCheck, RouteInput } from "../model/serving";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { Step } from "../request/exchange";
import type { EarlierForms } from "../resolve/resolve";
import type { JudgesBy } from "../../schema/contract-reader";
import type { Schemas } from "../../schema/schemas";

/** How an App serves and describes the older forms of its routes, webhooks and schemas. */
export interface OlderForms {
  readonly forms: EarlierForms | undefined;
  readonly judgesBy: JudgesBy | undefined;
  /** Limits webhooks to the versions that some route answers. */
  readonly webhooksIn: (
    webhooks: readonly ResolvedWebhook[],
    served: readonly Version[],
  ) => readonly ResolvedWebhook[];
  readonly webhookSpansOf: (
    webhooks: readonly ResolvedWebhook[],
    versioning: Versioning,
  ) => readonly Span<ResolvedWebhook>[];
  readonly changesOf: (surfaces: Surfaces, versioning: Versioning) => AppChanges;
  readonly errorDowns: (schemas: Schemas, versioning: Versioning) => ErrorDowns | undefined;
  readonly routeOf: (plain: PlainRoute, registration: Registration, means: RouteMeans) => ConvertedRoute;
}

/** The routes, the webhooks and the error schema of an App, which changes affect. */
export interface Surfaces {
  readonly routes: readonly ResolvedRoute[];
  readonly webhooks: readonly ResolvedWebhook[];
  readonly errors: object | undefined;
}

/** A route in one version, without conversions. */
interface PlainRoute {
  readonly input: RouteInput | undefined;
  readonly responsesBy: (conversions: Conversions | undefined) => RouteResponses | undefined;
}

/** The input and the responses of a route in one version, and the steps that convert them. */
export interface ConvertedRoute {
  readonly input: RouteInput | undefined;
  readonly last: readonly Step[];
  readonly outer: readonly Step[];
  readonly inner: readonly Step[];
  readonly responses: RouteResponses | undefined;
  /** The conversions for a recording; undefined if the App has no recorder, or no link may run for a request. */
  readonly conversions: (() => RouteConversions) | undefined;
}

export interface RouteMeans extends Pick<Checkable, "options" | "versioning" | "schemas" | "resolution"> {
  readonly changes: AppChanges;
  readonly check: ResponseCheck;
  readonly downs: ErrorDowns | undefined;
  readonly now: () => Date;
  readonly warnings: { readonly once: WarnOnce };
}

/** The forms of an App without changes: only the newest ones. */
export const newestOnly: OlderForms = {
  forms: undefined,
  judgesBy: undefined,
  webhooksIn: (webhooks) => webhooks,
  webhookSpansOf: () => [],
  changesOf: () => noChanges,
  errorDowns: () => undefined,
  routeOf: ({ input, responsesBy }) => ({
    input,
    last: [],
    outer: [],
    inner: [],
    responses: responsesBy(undefined),
    conversions: undefined,
  }),
};

const none = (): readonly never[] => [];

const noChanges: AppChanges = {
  isKnown: () => false,
  at: none,
  after: none,
  ahead: none,
  bounding: none,
  replacing: none,
  placeless: none,
  log: none,
};
