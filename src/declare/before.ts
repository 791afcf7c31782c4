import { takeChange, type Change } from "../model/change";
import {
  earlierSettingsOf,
  optionMaker,
  type BeforeOption,
  type Option,
  type RouteBeforeOption,
  type RouteOption,
  type RouterBeforeOption,
  type RouterOnlyOption,
  type VersionedOption,
  type WebhookOption,
} from "./option";

/**
 * The maker of `Before`: its arguments determine where it is allowed.
 *
 * Two signatures for options of both places: with three in all, TypeScript 6 would explain each of them, with four only
 * the last.
 */
export interface BeforeMaker {
  (change: Change, name: string): WebhookOption;
  (change: Change, option: VersionedOption, ...options: VersionedOption[]): Option;
  (change: Change, option: BeforeOption, ...options: BeforeOption[]): Option;
  (change: Change, option: RouterBeforeOption, ...options: RouterBeforeOption[]): RouterOnlyOption;
  (change: Change, option: RouteBeforeOption, ...options: RouteBeforeOption[]): RouteOption;
}

/**
 * Declares a place as it was in the versions before a change, with the usual options: `@Post("/pets") @Before(Moved,
 * Post("/cats"))`, `@Router("/pets", Before(Moved, WithPrefix("/cats")))`.
 *
 * Each option replaces that of its place. Of several changes that are later than a version the oldest counts, option by
 * option.
 */
export const Before = optionMaker<"before", [change: Change, ...options: (object | string)[]], Option>(
  "before",
  (change, ...options) => {
    takeChange(change);
    return { change, settings: earlierSettingsOf(options) };
  },
  Infinity,
) as BeforeMaker;

/**
 * Declares that an answer's status was another one before a change: `Before(Strict, Restatus(400, 422))`, the old one
 * first. On a router it applies to all its routes.
 *
 * It applies to the handler's answers and to every error of the route, not to answers that middleware and guards send
 * by `res`.
 */
export const Restatus = optionMaker<"restatus", [old: number, now: number], BeforeOption>(
  "restatus",
  (old, now) => ({ old, now }),
);

/**
 * Declares that a response header had another name before a change: `Before(Totals, RenameHeader("X-Count",
 * "X-Total"))`.
 */
export const RenameHeader = optionMaker<"headerRename", [old: string, now: string], BeforeOption>(
  "headerRename",
  (old, now) => ({ old, now }),
);

/**
 * Declares that a response header did not exist before a change: `Before(Totals, WithoutHeader("X-Total"))`. Older
 * versions are not sent it, and their documents do not describe it.
 */
export const WithoutHeader = optionMaker<"withoutHeader", [name: string], BeforeOption>(
  "withoutHeader",
  (now) => ({ now }),
);
