import { expectations } from "../check/arguments";
import { problem } from "../check/problems";
import { checkRangeEnd, checkVersions } from "../check/versions";
import { optionMaker } from "../declare/option";
import { unique } from "../model/collections";
import type { Problem } from "../model/problem";
import {
  declaredVersions,
  isOf,
  isOfVersions,
  type DeclaredVersions,
  type OptionObject,
  type Place,
} from "../model/setting";
import { isText } from "../model/value";
import type { Version, VersionOrder, VersionRange } from "../model/version";

const places = { home: "both", onWebhook: true, inBefore: "nowhere" } as const;

/** The members that the three options share, because a route has one set of versions. */
const shared = {
  ...declaredVersions,
  places,
  repeats: "replaces",
  subject: undefined,
  traits: [],
  ofApp: { inPlace: checkListOrRange },
  within: versionsWithin,
  // These options decide which documents have the operation.
  writes: undefined,
  headers: undefined,
  steps: undefined,
} as const;

type VersionsOption<Written> = OptionObject<Written, DeclaredVersions | undefined, typeof places>;

const named: VersionsOption<readonly unknown[]> = {
  ...shared,
  name: "WithVersion",
  arguments: [],
  check: ({ where, versioning }, { value }) => [
    ...(versioning.isEnabled ? [] : [problem("version-not-enabled", where)]),
    ...checkVersions(where, value, versioning),
  ],
  join: (outer, { value }) => ({ named: unique(value.filter(isText)), range: outer?.range }),
};

/**
 * Declares the versions that a route answers: `@WithVersion("1", "2")`, or `WithVersion(VersionNeutral)` for every
 * version.
 *
 * The declaration nearest to the route replaces the others.
 */
export const WithVersion = optionMaker(named, (...versions: Version[]) => versions, Infinity);

/**
 * Declares that a route answers a version and all later versions in `VersioningOptions.Versions`: `@Since("2")`.
 *
 * Another route with the same method and path replaces it: with `@Since("4")` from version 4 on, with
 * `@WithVersion("3")` in version 3. A route's `Since` replaces the `Since` and the `WithVersion` of a router.
 */
export const Since = optionMaker(rangeEnd("Since", "since"), (version: Version) => version);

/**
 * Declares that a route answers all versions up to and including the given one: `@Until("3")`, or `@Since("2")
 * @Until("3")`. Without `Since`, it is a mistake if another route with the same method and path answers one of these
 * versions.
 */
export const Until = optionMaker(rangeEnd("Until", "until"), (version: Version) => version);

function rangeEnd(name: string, end: keyof VersionRange): VersionsOption<unknown> {
  return {
    ...shared,
    name,
    arguments: [
      {
        name: `the argument of ${name}`,
        ...expectations.version,
        // Without a list of versions, `checkRangeEnd` reports that the option needs one.
        of: (version, { isEnabled, order }) => (isEnabled && order.list.length > 0 ? [version] : []),
      },
    ],
    check: ({ where, versioning }, { value }) => checkRangeEnd(where, { name, version: value }, versioning),
    join: (outer, { value }) => rangeWithin(outer, isText(value) ? { [end]: value } : {}),
  };
}

function rangeWithin(outer: DeclaredVersions | undefined, end: Partial<VersionRange>): DeclaredVersions {
  const open: VersionRange = { since: undefined, until: undefined };
  const range = { ...open, ...outer?.range, ...end };
  const isRange = range.since !== undefined || range.until !== undefined;
  return { named: outer?.named ?? [], range: isRange ? range : undefined };
}

function versionsWithin(outer: DeclaredVersions, inner: DeclaredVersions): DeclaredVersions {
  if (!inner.range || !outer.range) return inner;
  const { since, until } = inner.range;
  return {
    named: inner.named,
    range: { since: since ?? outer.range.since, until: until ?? outer.range.until },
  };
}

/** Reports a `WithVersion` at the place of a `Since` or an `Until`. */
function checkListOrRange({ where, settings }: Place): readonly Problem[] {
  const all = settings.filter(isOfVersions);
  const lists = all.filter((setting) => isOf(setting, named));
  return lists.length > 0 && lists.length < all.length ? [problem("versions-and-range", where)] : [];
}

/** Lists the versions of an order that are declared, the oldest first; all versions if none are declared. */
export function versionsIn(declared: DeclaredVersions | undefined, order: VersionOrder): readonly Version[] {
  const { named: names = [], range } = declared ?? {};
  if (declared && (names.length > 0 || !range)) {
    return order.list.filter((version) => names.includes(version));
  }
  return order.range(range?.since, range?.until);
}
