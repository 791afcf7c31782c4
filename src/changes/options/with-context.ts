import type { Request } from "express";
import { expectations } from "../../core/check/arguments";
import { warning } from "../rules/problems";
import { optionMaker } from "../../core/declare/option";
import type { Option } from "../../types/option";
import { isContext, type AnyContext, type Context } from "../../schema/interface/context";
import type { Contract } from "../../core/model/contract";
import { historyOf } from "../../schema/interface/histories";
import type { Warning } from "../../core/model/problem";
import { schemeBehind } from "../../core/model/security";
import { isCallable, isOf, type DeclaredApp, type OptionObject } from "../../core/model/setting";
import { describe, isObject, type NotInferred } from "../../core/model/value";
import type { PrincipalScheme } from "../../types/security";
import { contextsOf } from "../history/needed-contexts";
import { changes } from "../wing";
import { contexts, type ContextProvision, type ProvidedContexts, type WrittenContext } from "./contexts";

const places = { home: "both", onWebhook: false, inBefore: "nowhere" } as const;

const name = "WithContext";

const provided: OptionObject<WrittenContext, ProvidedContexts, typeof places> = {
  ...contexts,
  name,
  places,
  repeats: "replaces",
  // Contexts are compared by identity, because two contexts may have the same name.
  subject: ({ key }) => ({ by: key, inWords: `${name}(${isContext(key) ? key.Name : describe(key)})` }),
  traits: [],
  arguments: [
    {
      name: `the first argument of ${name}`,
      expected: "a key made by Context(name)",
      holds: isContext,
      of: ({ key }) => [key],
    },
    {
      name: `the second argument of ${name}`,
      expected: "a function of the request, or a SecurityScheme",
      holds: isCallable,
      of: ({ scheme, provide }) => (scheme ? [] : [provide]),
    },
    {
      name: `the third argument of ${name} after a SecurityScheme`,
      ...expectations.callable,
      of: ({ scheme, provide }) => (scheme ? [provide] : []),
    },
    {
      name: `the options of ${name}`,
      expected: "an object such as { After: true }",
      holds: isTiming,
      of: ({ options }) => (options === undefined ? [] : [options]),
    },
  ],
  check: undefined,
  ofApp: { warnings: unneededContexts, wing: changes },
  join: ({ written, nearest }, { value }) => ({
    written: [...written, value],
    nearest: new Map([...nearest, ...provisionOf(value)]),
  }),
  within: undefined,
  // Clients do not see the values, which the server uses to convert requests and responses.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

function isTiming(options: unknown): boolean {
  return (
    isObject(options) &&
    Object.entries(options).every(
      ([name, value]: [string, unknown]) => name === "After" && typeof value === "boolean",
    )
  );
}

function provisionOf({
  key,
  provide,
  scheme,
  options,
}: WrittenContext): readonly (readonly [AnyContext, ContextProvision])[] {
  if (!isContext(key) || typeof provide !== "function") return [];
  const isAfter = isObject(options) && "After" in options && options.After === true;
  // The cast is safe: `check` reports a class or an option in the place of the function.
  return [[key, { provide: provide as ContextProvision["provide"], scheme, isAfter }]];
}

function unneededContexts({ places: declared, routes }: DeclaredApp): readonly Warning[] {
  const needed = new Set(
    routes.flatMap(({ contract, settings }) => {
      const keys = new Set<unknown>(neededKeys(contract));
      return settings.of(contexts).written.filter(({ key }) => keys.has(key));
    }),
  );
  return declared.flatMap(({ where, settings }) =>
    settings.flatMap((setting) => {
      if (!isOf(setting, provided) || !isContext(setting.value.key) || needed.has(setting.value)) return [];
      return [warning("context-unneeded", undefined, where, setting.value.key.Name)];
    }),
  );
}

function neededKeys({ inputs, responses }: Contract): readonly AnyContext[] {
  return [...inputs, ...responses].flatMap(({ schema }) => {
    const history = historyOf(schema);
    return history ? [...contextsOf(history)] : [];
  });
}

/** The options of `WithContext`, which decide when its function is called. */
export interface WithContextOptions {
  /**
   * If true, the function is called after the handler has returned or called `res.json`, and before the response is
   * sent. Use this if only `Down` functions need the result. Default: the function is called before the handler.
   */
  readonly After?: boolean;
}

/** The type of `WithContext`. If its second argument is a security scheme, `provide` gets `(principal, request)`. */
export interface ContextMaker {
  <T>(
    key: Context<T>,
    provide: (req: Request) => NotInferred<T> | PromiseLike<NotInferred<T>>,
    options?: WithContextOptions,
  ): Option;
  <T, Principal>(
    key: Context<T>,
    scheme: PrincipalScheme<Principal>,
    provide: (principal: Principal, req: Request) => NotInferred<T> | PromiseLike<NotInferred<T>>,
    options?: WithContextOptions,
  ): Option;
}

/**
 * Provides a value for `Up` and `Down` functions: `WithContext(Org, async (req) => await orgOf(req))`, or with the
 * principal of a security scheme: `WithContext(Org, Bearer, (user) => orgOf(user))`. The nearest option for `Org` wins.
 *
 * The function is called at most once per request, after the guards, and only in versions in which an `Up` or a `Down`
 * may need its result.
 */
export const WithContext = optionMaker(
  provided,
  (key: unknown, ...given: readonly unknown[]) => {
    const [first] = given;
    const scheme = schemeBehind(first);
    const [provide, options] = scheme ? given.slice(1) : given;
    return { key, scheme, provide, options };
  },
  4,
) as ContextMaker;
