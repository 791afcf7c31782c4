import type { NextFunction, Response } from "express";
import type { AnyRequest } from "../model/handler";
import type { Setting } from "../model/setting";
import { decorated, mistake, note, notCalled } from "./decoration";

/** Where an option keeps what it says: it tells options from other functions. */
export const says: unique symbol = Symbol("versioned-controllers option");

declare const onRoutes: unique symbol;
declare const onRouters: unique symbol;

/** An option of a route: `app.Get(path, handler, option)`, `@Get(path, option)`, or stacked on a method. */
export interface RouteOption extends MethodDecorator {
  readonly [says]: Setting;
  readonly [onRoutes]: true;
}

/** An option of a router: `app.Include(what, option)`, `new Router(prefix, option)`, or stacked on a class. */
export interface RouterOption extends ClassDecorator {
  readonly [says]: Setting;
  readonly [onRouters]: true;
}

/** An option of routes and routers alike. */
export interface Option extends RouteOption, RouterOption {}

/** What a class is to a decorator, whatever its constructor takes. */
export type AnyClass = abstract new (...args: never[]) => unknown;

/** Stands on a class, in both flavours of decorators. */
export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
}

/** What a decorated method has to be: something that can be called as a handler. */
type RouteMethod = (req: AnyRequest, res: Response, next: NextFunction) => unknown;

/** Stands on a public instance method, in both flavours of decorators. */
export interface MethodDecorator {
  <This, Method extends RouteMethod>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & {
      readonly static: false;
      readonly private: false;
      readonly name: keyof This;
    },
  ): void;
  <Prototype extends object, Name extends keyof Prototype, Method extends RouteMethod>(
    prototype: Prototype extends AnyClass ? never : Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void;
}

/**
 * Makes the maker of an option: `optionMaker("Summary", (text) => ({ kind: "summary", text }))`.
 *
 * `Made` says where the option may stand; what it does is the same everywhere: it writes down its setting.
 */
export function optionMaker<Args extends unknown[], Made extends RouteOption | RouterOption>(
  name: string,
  settingOf: (...args: Args) => Setting,
): (...args: Args) => Made {
  return (...args) => {
    const setting = settingOf(...args);
    const option = decoratorOf(name, args, { class: setting, method: setting });
    // Where it may stand is a matter of types alone, and a decorator without its call has no use for a value.
    return (option && Object.assign(option, { [says]: setting })) as unknown as Made;
  };
}

/**
 * The decorator that writes a note, in both flavours; undefined where the maker itself was used as one.
 *
 * @throws TypeError when the decorator is called as neither.
 */
export function decoratorOf(
  name: string,
  args: readonly unknown[],
  notes: Parameters<typeof note>[1],
): ((...args: unknown[]) => void) | undefined {
  const misused = notCalled(args);
  if (misused) {
    const written = mistake({ kind: "not called", name });
    note(misused, { class: written, method: written });
    return undefined;
  }
  return (...call) => {
    const on = decorated(call);
    if (!on) {
      throw new TypeError(
        `${name}(...) is an option: it stands on a class or a method, or in a list of options`,
      );
    }
    note(on, notes);
  };
}

/** The settings that a list of options says; what is no option is kept as a mistake. */
export function settingsOf(options: readonly unknown[]): readonly Setting[] {
  return options.map(
    (option) => settingOf(option) ?? mistake({ kind: "not an option", written: describe(option) }),
  );
}

/** The setting of an option; undefined for anything else. */
export function settingOf(value: unknown): Setting | undefined {
  return typeof value === "function" && says in value ? (value as RouteOption)[says] : undefined;
}

/** A value in a few words, for a message. */
export function describe(value: unknown): string {
  if (typeof value === "function") return value.name === "" ? "a function" : `the function ${value.name}`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && value !== null) {
    return `an object (${Object.prototype.toString.call(value).slice(8, -1)})`;
  }
  return String(value);
}
