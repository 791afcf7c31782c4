import type { Change } from "../model/change";
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
 * The maker of `Before`: what it is given says where it may stand.
 *
 * Two signatures for what both places take: of three in all TypeScript 6 would print why each of them does not fit, of four
 * why the last does not.
 */
export interface BeforeMaker {
  (change: Change, name: string): WebhookOption;
  (change: Change, option: VersionedOption, ...options: VersionedOption[]): Option;
  (change: Change, option: BeforeOption, ...options: BeforeOption[]): Option;
  (change: Change, option: RouterBeforeOption, ...options: RouterBeforeOption[]): RouterOnlyOption;
  (change: Change, option: RouteBeforeOption, ...options: RouteBeforeOption[]): RouteOption;
}

/**
 * Says how a place was in the versions before a change, in the same options as ever:
 * `@Post("/pets") @Before(Moved, Post("/cats"))`, `@Router("/pets", Before(Moved, WithPrefix("/cats")))`.
 *
 * Each option replaces what its place says. Of several changes that are later than a version the oldest counts, option
 * by option.
 */
export const Before = optionMaker<"before", [change: Change, ...options: (object | string)[]], Option>(
  "before",
  (change, ...options) => ({ change, settings: earlierSettingsOf(options) }),
  Infinity,
) as BeforeMaker;

/**
 * Says that a status of answers was another one before a change: `Before(Strict, Restatus(400, 422))`, the old one first.
 * On a router it holds for all its routes.
 *
 * It holds for what the handler answers and for every error of the route, not for what middleware and guards send by `res`.
 */
export const Restatus = optionMaker<"restatus", [old: number, now: number], BeforeOption>(
  "restatus",
  (old, now) => ({ old, now }),
);

/** Says that a header of answers had another name before a change: `Before(Totals, RenameHeader("X-Count", "X-Total"))`. */
export const RenameHeader = optionMaker<"headerRename", [old: string, now: string], BeforeOption>(
  "headerRename",
  (old, now) => ({ old, now }),
);
