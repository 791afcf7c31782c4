export interface FindingRule {
  /**
   * `difference`: requests or responses differ. `exact`: other differences, only with `--exact`. `code`: generated
   * clients break. `lifecycle`: a deprecation or sunset is wrong. `frozen`: a frozen file is missing or changed.
   * `conversion`: an `Up` or `Down` gives another result than the frozen one.
   */
  readonly group: "difference" | "exact" | "code" | "lifecycle" | "frozen" | "conversion";
  /** True if something was removed, so that the time of its last use matters. */
  readonly isRemoval?: true;
}

const difference: FindingRule = { group: "difference" };
const removal: FindingRule = { group: "difference", isRemoval: true };
const code: FindingRule = { group: "code" };
const lifecycle: FindingRule = { group: "lifecycle" };
const frozen: FindingRule = { group: "frozen" };
const conversion: FindingRule = { group: "conversion" };

/** Every kind of finding. Never rename a kind, because `accepted.json` and programs contain the name. */
export const findingKinds = {
  "version-removed": removal,
  "version-retired": difference,
  "operation-removed": removal,
  "operation-retired": difference,
  "operation-added": difference,
  "webhook-removed": removal,
  "webhook-added": difference,
  "callback-removed": removal,
  "callback-added": difference,
  "deprecation-added": difference,
  "deprecation-lifted": difference,
  "sunset-changed": difference,
  "sunset-lifted": difference,
  "server-moved": difference,
  "server-added": difference,
  "version-sent-differently": difference,
  "security-removed": difference,
  "security-added": difference,
  "security-scheme-changed": difference,
  "parameter-removed": removal,
  "parameter-added": difference,
  "required-parameter-added": difference,
  "parameter-became-required": difference,
  "parameter-became-optional": difference,
  "parameter-style-changed": difference,
  "parameter-deprecated": difference,
  "body-removed": removal,
  "body-added": difference,
  "required-body-added": difference,
  "body-became-required": difference,
  "body-became-optional": difference,
  "encoding-changed": difference,
  "media-type-removed": removal,
  "media-type-added": difference,
  "response-removed": removal,
  "response-added": difference,
  "denial-added": difference,
  "header-removed": removal,
  "header-added": difference,
  "header-became-required": difference,
  "header-became-optional": difference,
  "property-removed": removal,
  "property-added": difference,
  "required-property-added": difference,
  "property-became-required": difference,
  "property-became-optional": difference,
  "other-properties-refused": difference,
  "other-properties-allowed": difference,
  "type-changed": difference,
  "values-removed": difference,
  "values-added": difference,
  "discriminator-changed": difference,
  "default-removed": difference,
  "default-added": difference,
  "default-changed": difference,
  "limit-removed": difference,
  "limit-added": difference,
  "limit-changed": difference,
  "rule-removed": difference,
  "rule-added": difference,
  "rule-changed": difference,
  "cannot-be-compared": difference,
  "definition-changed": { group: "exact" },
  "operation-id-changed": code,
  "component-renamed": code,
  "component-removed": code,
  "path-parameter-renamed": code,
  "first-tag-changed": code,
  "parameter-order-changed": code,
  "notice-too-short": lifecycle,
  "sunset-missing": lifecycle,
  "successor-missing": lifecycle,
  "successor-route-missing": lifecycle,
  "successor-route-moved": lifecycle,
  "sunset-passed": lifecycle,
  "brownout-without-deprecation": lifecycle,
  "brownout-before-deprecation": lifecycle,
  "brownout-after-sunset": lifecycle,
  "frozen-document-missing": frozen,
  "frozen-document-changed": frozen,
  "frozen-document-deleted": frozen,
  "conversion-changed": conversion,
  "conversion-removed": conversion,
  "sample-refused": conversion,
  "frozen-conversion-missing": frozen,
  "frozen-conversion-changed": frozen,
  "frozen-conversion-deleted": frozen,
} as const satisfies Readonly<Record<string, FindingRule>>;

/** The name of a kind of finding, such as `property-removed`. */
export type FindingKind = keyof typeof findingKinds;

export function ruleOfKind(kind: FindingKind): FindingRule {
  return findingKinds[kind];
}

export function isFindingKind(name: string): name is FindingKind {
  return Object.hasOwn(findingKinds, name);
}
