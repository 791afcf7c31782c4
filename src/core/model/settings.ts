import type { AnswerHeader } from "../../http/answer-headers";
import type { Change } from "../../schema/interface/change";
import type { Step } from "./exchange";
import type { OpenAPIOperation } from "../../schema/interface/openapi";

/** The key of a value that options give to a route: `settings.of(tags)`. An option is the key of its own value. */
export interface SettingKey<Meant> {
  /** The name by which all copies of the package find the value. Options that share a value have one key. */
  readonly key: string;
  /** The value of a route without the option. */
  readonly none: Meant;
}

/** A function of an option. Its arguments are those of this option, so that an option of any value is an `OptionObject`. */
export type OptionFunction<Given extends readonly unknown[], Result> = {
  of(...given: Given): Result;
}["of"];

/** The effect that the value of an option has on a route, apart from how authors write it. */
export interface Meaning<Meant = unknown> extends SettingKey<Meant> {
  /** The members of an operation that show the value; undefined if the document shows it nowhere, or in its own way. */
  readonly writes: OptionFunction<[value: Exclude<Meant, undefined>], Partial<OpenAPIOperation>> | undefined;
  /** The headers that the steps send, for the document; undefined if they send none. */
  readonly headers: OptionFunction<[value: Exclude<Meant, undefined>], readonly AnswerHeader[]> | undefined;
  /** The steps between the middleware of a route and its guards; undefined if the option brings none. */
  readonly steps:
    OptionFunction<[value: Exclude<Meant, undefined>, app: AppFacts], readonly Step[]> | undefined;
}

/** The facts about the App that the steps of an option read. */
export interface AppFacts {
  readonly title: string;
}

/** The options of a route: its own, and those of all Routers and controllers around it. */
export interface RouteSettings {
  readonly of: <Meant>(key: SettingKey<Meant>) => Meant;
  /** The values of the options that the route has, by key. */
  readonly given: ReadonlyMap<string, GivenValue>;
  readonly held: readonly HeldOption[];
}

export interface GivenValue<By extends Meaning = Meaning> {
  readonly by: By;
  readonly value: unknown;
}

/** An option in `Before(change, ...)`, such as an old path, whose change affects every request of older versions. */
export interface HeldOption {
  readonly key: string;
  readonly change: Change;
}

export function settingsWith(given: RouteSettings["given"], held: RouteSettings["held"] = []): RouteSettings {
  return {
    given,
    held,
    of: <Meant>({ key, none }: SettingKey<Meant>) => {
      // The cast is safe: all values under one key have the type of the key.
      return (given.get(key)?.value as Meant | undefined) ?? none;
    },
  };
}

export const noSettings = settingsWith(new Map());
