import type { Change } from "../model/change";
import { areTouched } from "../model/touched";
import type { Renumbering } from "../model/contract";
import type { Life } from "../model/lifecycle";
import type { AppVersions } from "../model/app-changes";
import type { Registration, ResolvedRoute, Route } from "../model/route";
import type { ContextQuestion, RouteInput, RouteResponses, RouteSecurity } from "../model/serving";
import type { Version } from "../model/version";
import { EarlierAnswer } from "../request/earlier-answer";
import type { WatchSilence } from "../errors/silence";
import { hooked, hookedWhereWrapped } from "../answer/hooked-json";
import { respondBy } from "../answer/respond";
import { inTurn, passOn, type Exchange, type Serve, type Step } from "../request/exchange";
import { contextStep } from "./context-step";
import { guardStep, handlerServe, middlewareStep } from "./handlers";
import { inputStep } from "./input";
import { endingOf, mayEnd, type Ending } from "./lifecycle-step";
import { securityStep } from "./security-step";
import { beside, type ShadowPlan } from "./shadow-step";

/** The compiled contract of a registration. */
interface CompiledContract {
  /** The steps that run before its middleware, and before it is refused. */
  readonly first: readonly Step[];
  readonly security: RouteSecurity | undefined;
  readonly input: RouteInput | undefined;
  /** The contexts that its Ups and Downs may need; mostly none. */
  readonly contexts: readonly ContextQuestion[];
  readonly responses: RouteResponses | undefined;
  /** The old handler that runs beside the route's own; undefined where there is none. */
  readonly shadow: ShadowPlan | undefined;
}

/** The makers that the endpoints of one App share. */
export interface EndpointMakers {
  readonly contractOf: (registration: Registration, predecessor: Predecessor | undefined) => CompiledContract;
  readonly recordOf: (route: ResolvedRoute) => Route;
  readonly now: () => Date;
  readonly appVersions: AppVersions;
  readonly changesAhead: (registration: Registration) => readonly Change[];
  /** Undefined where nobody is told of handlers that do not answer. */
  readonly watchSilence: WatchSilence | undefined;
}

/** A version that is over, and is served as the registration's from then on. */
export interface Predecessor {
  readonly version: Version;
  /** The lifecycle that its clients are told of. */
  readonly life: Life | undefined;
}

/**
 * Serves the matched requests of one registration.
 *
 * All that it needs is made for the first of them: few processes are asked for every route of a large API.
 */
export class Endpoint {
  readonly registration: Registration;
  readonly #making: EndpointMakers;
  readonly #predecessor: Predecessor | undefined;
  #record: Route | undefined;
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

  /** The version that answers. */
  get version(): Version | undefined {
    return this.registration.version;
  }

  /** The version that was asked for. */
  get asked(): Version | undefined {
    return this.#predecessor?.version ?? this.version;
  }

  get appVersions(): AppVersions {
    return this.#making.appVersions;
  }

  /** The changes of the route that the version comes before, the newest first. */
  get changes(): readonly Change[] {
    return (this.#changes ??= Object.freeze([...this.#making.changesAhead(this.registration)]));
  }

  /** Those of them that hold for every request of its form: it has another path, or other middleware, guards or security. */
  get heldChanges(): readonly Change[] {
    return (this.#heldChanges ??= this.registration.form.settings.held.map(({ change }) => change));
  }

  /** Those of the changes ahead that are among some, in their order. */
  changesAmong(some: readonly Change[]): readonly Change[] {
    // Hot path: to filter and to freeze a list costs as much as all else that is done to tell of it, and most requests of
    // a version meet the same changes.
    if (areSame(this.changes, some)) return this.changes;
    if (areSame(this.#lastAmong, some)) return this.#lastAmong;
    return (this.#lastAmong = Object.freeze(this.changes.filter((change) => some.includes(change))));
  }

  get record(): Route {
    return (this.#record ??= this.#making.recordOf(this.registration.route));
  }

  /** The 410 of an exchange; undefined while the registration is served. */
  endingFor(exchange: Exchange): Ending | undefined {
    const { life } = this.registration;
    return life && mayEnd(life) ? endingOf(life, this.#making.now, exchange) : undefined;
  }

  /** Middleware, then security, then guards, then what checks the input and asks for contexts, then the handler. */
  serve(exchange: Exchange): void {
    (this.#serve ??= serveOf(this.registration, this.#compiled, this.#making.watchSilence))(exchange);
  }

  /** Answers an ending, which comes before all of these, as a response of the route. */
  refuse(exchange: Exchange, { error }: Ending): void {
    const { renumbering } = this.registration.form;
    const answer = inTurn(this.#compiled.first, (refused) => {
      refused.fail(refused, error);
    });
    (renumbering ? inEarlierForm(answer, renumbering) : answer)(exchange);
  }

  get #compiled(): CompiledContract {
    return (this.#contract ??= this.#making.contractOf(this.registration, this.#predecessor));
  }
}

/** Whether two lists, each of different changes, have the same ones. */
function areSame(one: readonly Change[], other: readonly Change[]): boolean {
  return one.length === other.length && areTouched(one, other);
}

function serveOf(
  registration: Registration,
  { first, security, input, contexts, responses, shadow }: CompiledContract,
  watch: WatchSilence | undefined,
): Serve {
  const { middleware, guards } = registration.form.settings;
  const steps = [
    ...first,
    ...middleware.map(middlewareStep),
    ...(security ? [securityStep(security)] : []),
    ...guards.map(guardStep),
    ...(shadow ? [] : inputSteps(input, contexts)),
  ];
  const { renumbering } = registration.form;
  const own = handleOf(registration, responses, watch);
  const handle = shadow ? shadowed(own, shadow, { input, contexts, renumbering }) : own;
  if (shadow && renumbering) return inEarlierForm(inTurn(steps, handle), renumbering);
  if (renumbering) return inEarlierForm(inTurn(steps, begun(handle)), renumbering);
  // With nothing before it, nothing can have ended the exchange since it was matched.
  return steps.length === 0 ? handle : inTurn(steps, handle);
}

/** Checks the input, if any is declared, and asks for contexts behind that. */
function inputSteps(input: RouteInput | undefined, contexts: readonly ContextQuestion[]): readonly Step[] {
  if (input) return [inputStep(input, contexts)];
  return contexts.length > 0 ? [contextStep(contexts)] : [];
}

/** Runs the route's own handler, an old one, or both, each with the input that it speaks. */
function shadowed(
  own: Serve,
  plan: ShadowPlan,
  {
    input,
    contexts,
    renumbering,
  }: Pick<CompiledContract, "input" | "contexts"> & { readonly renumbering: Renumbering | undefined },
): Serve {
  const { handler, status, responses } = plan;
  const old = handlerServe(handler, status, { answer: responses && respondBy(responses) });
  const serveNew = inTurn(inputSteps(input, contexts), begun(own));
  const readBody = input?.body ? inputStep({ ...input, parts: [], ups: [] }) : undefined;
  return beside(plan, {
    readBody,
    // The old handler is given what the client sent, and answers as its version did.
    serveOld: inTurn(inputSteps(input && { ...input, ups: [] }, []), old),
    serveNew,
    serveNewAlone: renumbering ? inEarlierForm(serveNew, renumbering) : serveNew,
  });
}

/** Serves a version that is sent other statuses or headers, until the response is another's. */
function inEarlierForm(serve: Serve, renumbering: Renumbering): Serve {
  return (exchange) => {
    const earlier = new EarlierAnswer(exchange.res, renumbering, exchange.touched);
    serve({
      ...exchange,
      earlier,
      next: (error?: unknown) => {
        earlier.end();
        passOn(exchange, error as Error | undefined);
      },
    });
  };
}

function begun(handle: Serve): Serve {
  return (exchange) => {
    exchange.earlier?.begin();
    handle(exchange);
  };
}

function handleOf(
  { route, contract }: Registration,
  responses: RouteResponses | undefined,
  watch: WatchSilence | undefined,
): Serve {
  const { handler } = route;
  const serve = handlerServe(handler, contract.status, {
    answer: responses && respondBy(responses),
    silent:
      watch &&
      ((exchange, call) => {
        watch(route, exchange, call);
      }),
  });
  if (responses?.turnsDown) return hooked(serve, responses);
  return responses?.carries ? hookedWhereWrapped(serve, responses) : serve;
}
