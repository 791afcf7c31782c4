import type { Request } from "express";
import { matchedPath } from "../../http/request-path";
import type { PathSource } from "../model/source";
import type { Change } from "../../schema/interface/change";
import { areTouched } from "../../schema/interface/histories";
import type { Segment } from "../../http/path-template";
import type { VersionState } from "../model/app-options";
import { standingAt, type Life } from "../model/lifecycle";
import { isPast, timeBy } from "./clock";
import type { AppVersions } from "../../schema/interface/app-changes";
import type { FormRecord, HandledRoute, Predecessor, Registration, ResolvedRoute } from "../model/route";
import type { RouteConversions } from "../../schema/interface/exchange-recorder";
import type { Ending, RouteInput } from "../model/serving";
import type { AppFacts, RouteSettings } from "../model/settings";
import type { Version } from "../model/version";
import { guards } from "../options/guards";
import { middleware } from "../options/middleware";
import { warnIgnored, warnVerdict, type WarnOnce, type WatchSilence } from "../errors/request-warnings";
import type { RouteResponses } from "../answer/terms";
import {
  type ForgottenReturn,
  reportingIgnored,
  type Respond,
  respondBy,
  respondToNothing,
  respondWith,
} from "../answer/respond";
import { type Exchange, inTurn, type Serve, type Step, within } from "../request/exchange";
import { guardStep, handlerServe, middlewareStep, type UnclearVerdict } from "./handlers";

interface CompiledContract {
  /** Steps that run before the middleware, even if the request then gets a 410 because its version has ended. */
  readonly first: readonly Step[];
  readonly app: AppFacts;
  readonly input: RouteInput | undefined;
  /** The steps of the input: `given` before the middleware, and `read` before `last`. */
  readonly steps: Readonly<Record<"given" | "read", readonly Step[]>>;
  /** Steps that run directly before the handler. */
  readonly last: readonly Step[];
  /** Steps around only the handler, which may send a response itself. */
  readonly inner: readonly Step[];
  /** Steps around all others, and around a 410. */
  readonly outer: readonly Step[];
  readonly responses: RouteResponses | undefined;
  readonly forgotten: ForgottenReturn | undefined;
  /**
   * The conversions for values of a recording; undefined unless the App has a recorder, and a link may run for a
   * request: for a part of it, its response, or an error.
   */
  readonly conversions: (() => RouteConversions) | undefined;
  /** The wraps of the handler, the outermost first. */
  readonly wraps: readonly ((own: OwnHandler) => Serve)[];
}

/** A handler as its wraps see it: the route's own, or one that has been wrapped. */
export interface OwnHandler {
  readonly input: RouteInput | undefined;
  /** Creates the function that serves a request. `around` wraps the sending of the result. */
  readonly serve: (around: (answer: Respond) => Respond) => Serve;
  readonly inItsForm: (serve: Serve) => Serve;
}

export interface EndpointMakers {
  readonly contractOf: (registration: Registration, predecessor: Predecessor | undefined) => CompiledContract;
  readonly recordOf: (route: ResolvedRoute) => HandledRoute;
  readonly formRecordOf: (registration: Registration) => FormRecord;
  /** How paths name a version; undefined except under VersioningURI. */
  readonly path: PathSource | undefined;
  readonly now: () => Date;
  /** Finds the 410 with which a route answers now, by its dates. */
  readonly endingOf: (life: Life, exchange: Exchange) => Ending | undefined;
  readonly isPreview: (version: Version) => boolean;
  readonly appVersions: AppVersions;
  readonly changesAhead: (registration: Registration) => readonly Change[];
  readonly changesReplacing: (registration: Registration) => readonly Change[];
  readonly watchSilence: WatchSilence | undefined;
  readonly warn: WarnOnce;
}

/** A route in one version. Its steps are created at its first request, because many routes never get a request. */
export class Endpoint {
  readonly registration: Registration;
  readonly #making: EndpointMakers;
  readonly #predecessor: Predecessor | undefined;
  #record: HandledRoute | undefined;
  #formRecord: FormRecord | undefined;
  #expressRoute: object | undefined;
  #contract: CompiledContract | undefined;
  #serve: Serve | undefined;
  #changes: readonly Change[] | undefined;
  #heldChanges: readonly Change[] | undefined;
  #lastAmong: readonly Change[] = Object.freeze([]);

  constructor(registration: Registration, making: EndpointMakers, predecessor?: Predecessor) {
    this.registration = registration;
    this.#making = making;
    this.#predecessor = predecessor;
  }

  get version(): Version | undefined {
    return this.registration.version;
  }

  /** The version that the request named. If it has ended, `version` is a newer one. */
  get asked(): Version | undefined {
    return this.#predecessor?.version ?? this.version;
  }

  get appVersions(): AppVersions {
    return this.#making.appVersions;
  }

  get changes(): readonly Change[] {
    return (this.#changes ??= Object.freeze([...this.#making.changesAhead(this.registration)]));
  }

  /** Changes of the route itself, such as its path or its guards. They affect every request of this version. */
  get heldChanges(): readonly Change[] {
    return (this.#heldChanges ??= [
      ...this.registration.form.settings.held.map(({ change }) => change),
      ...this.#making.changesReplacing(this.registration),
    ]);
  }

  get conversions(): CompiledContract["conversions"] {
    return this.#compiled.conversions;
  }

  changesAmong(some: readonly Change[]): readonly Change[] {
    // Hot path: a new frozen list for each report to observers would double its time, so the last list is reused.
    if (areSame(this.changes, some)) return this.changes;
    if (areSame(this.#lastAmong, some)) return this.#lastAmong;
    return (this.#lastAmong = Object.freeze(this.changes.filter((change) => some.includes(change))));
  }

  get expressRoute(): object {
    return (this.#expressRoute ??= expressRouteOf(this.registration));
  }

  get state(): VersionState {
    if (this.#predecessor) return "gone";
    const { version, life } = this.registration;
    if (version !== undefined && this.#making.isPreview(version)) return "preview";
    if (!life) return "served";
    const at = timeBy(this.#making.now);
    if (standingAt(life, at).kind === "gone") return "gone";
    return isPast(life.deprecated, at) || isPast(life.sunset, at) ? "deprecated" : "served";
  }

  get record(): HandledRoute {
    return (this.#record ??= this.#making.recordOf(this.registration.route));
  }

  get formRecord(): FormRecord {
    return (this.#formRecord ??= this.#making.formRecordOf(this.registration));
  }

  /** The template with which a request has reached the route: `/api/v1/cats/{id}` for an App mounted at `/api`. */
  addressOf({ baseUrl, url }: Pick<Request, "baseUrl" | "url">): string {
    const { path: source } = this.#making;
    const { path } = this.registration.form;
    const named = source?.split(matchedPath(url))?.version;
    // With an assumed version, a request reaches the route at its plain path.
    const isNamed = named !== undefined && (named === this.version || named === this.asked);
    const mount = source && isNamed ? `${baseUrl}/${source.segmentOf(named)}` : baseUrl;
    return path === "/" ? mount || path : mount + path;
  }

  endingFor(exchange: Exchange): Ending | undefined {
    const { life } = this.registration;
    return life && this.#making.endingOf(life, exchange);
  }

  serve(exchange: Exchange): void {
    (this.#serve ??= serveOf(this.registration, this.#compiled, this.#making))(exchange);
  }

  /** Answers 410 with the headers of this version. `Restatus` may replace the 410 by another status in this version. */
  refuse(exchange: Exchange, { error }: Ending): void {
    const { outer, first } = this.#compiled;
    const answer = inTurn(first, (refused) => {
      refused.fail(refused, error);
    });
    within(outer, answer)(exchange);
  }

  get #compiled(): CompiledContract {
    return (this.#contract ??= this.#making.contractOf(this.registration, this.#predecessor));
  }
}

/** Creates an object like Express's Route: `{ path: "/v1/cats/:id", methods: { get: true }, stack: [] }`. */
function expressRouteOf({ method, segments }: Registration): object {
  const path = `/${segments.map(expressSegment).join("/")}`;
  return Object.freeze({
    path,
    methods: Object.freeze({ [method.toLowerCase()]: true }),
    stack: Object.freeze([]),
  });
}

function expressSegment(segment: Segment): string {
  switch (segment.kind) {
    case "parameter":
      return `:${segment.name}`;
    case "rest":
      return `*${segment.name}`;
    default:
      return segment.text.replaceAll(/[:*{}()[\]?+!\\]/g, "\\$&");
  }
}

/** True if both lists have the same changes, in any order. A list contains a change only once. */
function areSame(one: readonly Change[], other: readonly Change[]): boolean {
  return one.length === other.length && areTouched(one, other);
}

function serveOf(
  registration: Registration,
  contract: CompiledContract,
  { watchSilence: watch, warn }: Pick<EndpointMakers, "watchSilence" | "warn">,
): Serve {
  const { first, app, outer, inner, input, last, responses, wraps } = contract;
  const { given, read } = contract.steps;
  const { forgotten } = contract;
  const { form, route } = registration;
  const { settings } = form;
  const unclear: UnclearVerdict = (guard, verdict) => {
    warnVerdict(warn, route, guard, verdict);
  };
  const ignored = (status?: number): void => {
    warnIgnored(warn, route, status);
  };
  const steps = [
    ...first,
    ...given,
    ...settings.of(middleware).map(middlewareStep),
    ...stepsOf(settings, app),
    ...settings.of(guards).map((guard) => guardStep(guard, unclear)),
  ];
  const inItsForm = (serve: Serve): Serve => within(outer, serve);
  const ownSteps = [...read, ...last];
  const own = (around: (answer: Respond) => Respond = (answer) => answer): Serve => {
    const plain = responses ? respondBy(responses) : respondWith;
    const answer = around(reportingIgnored(plain, ignored));
    return handleOf(registration, { answer, inner, forgotten, watch });
  };
  if (wraps.length > 0) {
    const handler: OwnHandler = {
      input,
      serve: (around) => inTurn(ownSteps, own(around)),
      inItsForm,
    };
    return inItsForm(
      inTurn(
        steps,
        wraps.reduceRight(wrapped, handler).serve((answer) => answer),
      ),
    );
  }
  const all = [...steps, ...ownSteps];
  // Hot path: `inTurn` checks if an earlier step has begun a response, which a route without steps does not need.
  return inItsForm(all.length === 0 && outer.length === 0 ? own() : inTurn(all, own()));
}

function wrapped(own: OwnHandler, wrap: (own: OwnHandler) => Serve): OwnHandler {
  return {
    ...own,
    serve: (around) => wrap({ ...own, serve: (inner) => own.serve((answer) => inner(around(answer))) }),
  };
}

function stepsOf({ given }: RouteSettings, app: AppFacts): readonly Step[] {
  return [...given.values()].flatMap(({ by, value }) => by.steps?.(value, app) ?? []);
}

interface HandlerAnswers extends Pick<CompiledContract, "inner" | "forgotten"> {
  readonly answer: Respond;
  readonly watch: WatchSilence | undefined;
}

function handleOf(
  { route, contract }: Registration,
  { answer, inner, forgotten, watch }: HandlerAnswers,
): Serve {
  const serve = handlerServe(route.handler, contract.status, {
    answer,
    nothing: forgotten && respondToNothing(answer, forgotten),
    silent:
      watch &&
      ((exchange, call) => {
        watch(route, exchange, call);
      }),
  });
  return within(inner, serve);
}
