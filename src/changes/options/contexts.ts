import type { AnyContext } from "../../schema/interface/context";
import type { Registration } from "../../core/model/route";
import type { Scheme } from "../../core/model/security";
import type { Request } from "express";
import type { SettingKey } from "../../core/model/settings";
import { principalOf } from "../../core/request/request-state";
import { needsIn } from "../history/contract-needs";

/** A `Context` that a conversion needs, with the function in `WithContext` that provides its value. */
export interface ContextQuestion {
  readonly key: AnyContext;
  readonly ask: (req: Request) => unknown;
}

/** The arguments of one `WithContext`. */
export interface WrittenContext {
  readonly key: unknown;
  readonly scheme: Scheme | undefined;
  readonly provide: unknown;
  readonly options: unknown;
}

/** The function that provides a context's value for each request. */
export interface ContextProvision {
  /** Called with the request, or with a principal and the request. If it throws an error, the client gets the error. */
  readonly provide: (...given: never) => unknown;
  /** The scheme whose principal is the first argument of `provide`; undefined if `provide` gets only the request. */
  readonly scheme: Scheme | undefined;
  readonly isAfter: boolean;
}

export interface ProvidedContexts {
  /** Every `WithContext` of the route, and of all Routers and controllers around it. */
  readonly written: readonly WrittenContext[];
  /** For each context, the `WithContext` that is nearest to the route. */
  readonly nearest: ReadonlyMap<AnyContext, ContextProvision>;
}

/** The functions of `WithContext`, of a route and of all Routers and controllers around it. */
export const contexts: SettingKey<ProvidedContexts> = {
  key: "contexts",
  none: { written: [], nearest: new Map() },
};

/** Lists the contexts that are computed before the handler: `WithContext(Org, orgOf)`. */
export function compileContexts(
  { contract, form }: Pick<Registration, "contract" | "form">,
  now: () => Date,
): readonly ContextQuestion[] {
  const { nearest } = form.settings.of(contexts);
  return needsIn(contract).flatMap(({ key }) => {
    const given = nearest.get(key);
    if (given?.isAfter) return [];
    // A context without a function is the built-in `Now`, because `check` has reported all others.
    return { key, ask: given ? askOf(given) : now };
  });
}

/** Lists the contexts that are computed after the handler: `WithContext(Org, orgOf, { After: true })`. */
export function compileLaterContexts({ form }: Pick<Registration, "form">): readonly ContextQuestion[] {
  return [...form.settings.of(contexts).nearest].flatMap(([key, given]) =>
    given.isAfter ? { key, ask: askOf(given) } : [],
  );
}

function askOf({ provide, scheme }: ContextProvision): ContextQuestion["ask"] {
  // The cast is safe: by the types of `WithContext`, the function takes the request, after the principal of a scheme.
  const call = provide as (...given: unknown[]) => unknown;
  return scheme ? (req) => call(principalOf(req, scheme), req) : call;
}
