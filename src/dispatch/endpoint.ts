import type { Registration, ResolvedRoute, Route } from "../model/route";
import type { RouteInput, RouteResponses, RouteSecurity } from "../model/serving";
import type { Version } from "../model/version";
import { inTurn, type Exchange, type Serve, type Step } from "./exchange";
import { guardStep, handlerServe, middlewareStep } from "./handlers";
import { inputStep } from "./input";
import { respondBy } from "./respond-by-terms";
import { hooked, respondTurned } from "./respond-turned";
import { securityStep } from "./security";

/** The compiled contract of a registration. */
interface Contract {
  /** The steps that run before its middleware. */
  readonly first: readonly Step[];
  readonly security: RouteSecurity | undefined;
  readonly input: RouteInput | undefined;
  readonly responses: RouteResponses | undefined;
}

/** The makers that the endpoints of one App share. */
export interface Making {
  readonly contractOf: (registration: Registration) => Contract;
  readonly recordOf: (route: ResolvedRoute) => Route;
}

/**
 * Serves the matched requests of one registration.
 *
 * All that it needs is made for the first of them: few processes are asked for every route of a large API.
 */
export class Endpoint {
  readonly registration: Registration;
  readonly #making: Making;
  #record: Route | undefined;
  #serve: Serve | undefined;

  constructor(registration: Registration, making: Making) {
    this.registration = registration;
    this.#making = making;
  }

  get version(): Version | undefined {
    return this.registration.version;
  }

  get record(): Route {
    return (this.#record ??= this.#making.recordOf(this.registration.route));
  }

  /** Middleware, then security, then guards, then what checks the input, then the handler. */
  serve(exchange: Exchange): void {
    (this.#serve ??= serveOf(this.registration, this.#making))(exchange);
  }
}

function serveOf(registration: Registration, { contractOf }: Making): Serve {
  const { route } = registration;
  const { middleware, guards } = route.settings;
  const { first, security, input, responses } = contractOf(registration);
  const steps = [
    ...first,
    ...middleware.map(middlewareStep),
    ...(security ? [securityStep(security)] : []),
    ...guards.map(guardStep),
    ...(input ? [inputStep(input)] : []),
  ];
  const handle = handleOf(registration, responses);
  // With nothing before it, nothing can have ended the exchange since it was matched.
  return steps.length === 0 ? handle : inTurn(steps, handle);
}

function handleOf({ route, contract }: Registration, responses: RouteResponses | undefined): Serve {
  const { handler } = route;
  if (!responses) return handlerServe(handler, contract.status);
  if (!responses.turnsDown) return handlerServe(handler, contract.status, respondBy(responses.termsOf));
  return hooked(handlerServe(handler, contract.status, respondTurned(responses)), responses);
}
