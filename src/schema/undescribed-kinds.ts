import { once } from "../core/model/collections";
import { KindError } from "../core/model/fault";
import type { ClosedMembers, Validate, Verdict } from "./interface/schema";
import { isRecord, takeRejection } from "../core/model/value";
import { draftCopy, plainCopy } from "./interface/plain-copy";

/**
 * Makes functions that remove no members, and only check the kind of a value, for a schema that has no JSON Schema. They
 * throw a KindError for a value that the schema rejects, if it is also of a kind that the schema does not seem to allow.
 */
export function membersByKind(validate: Validate): ClosedMembers {
  const known = once(() => kindsAllowedBy(validate));
  const isForeign = (kind: Kind | undefined): kind is Kind =>
    kind !== undefined && !known().has(kind) && (kind !== "an object" || known().size > 0);
  const checked = (json: unknown): unknown => {
    const kind = kindOf(json);
    if (!isForeign(kind)) return json;
    const verdict = verdictOf(validate, json);
    if (verdict && "issues" in verdict) throw new KindError([], kind);
    return json;
  };
  return {
    write: (value, replacer) => {
      // The cast only satisfies the compiler: `JSON.stringify` accepts a function or a list as replacer.
      const text = JSON.stringify(value, replacer as () => unknown) as string | undefined;
      if (text !== undefined && isForeign(kindOfText(text))) checked(JSON.parse(text));
      return text;
    },
    strip: checked,
    copy: (value) => checked(plainCopy(value)),
    draft: (value) => checked(draftCopy(value)),
  };
}

type Kind = "an object" | "a list" | "a string" | "a number";

/** The kind of a JSON value; undefined for a boolean and null, which hold no member. */
function kindOf(json: unknown): Kind | undefined {
  if (Array.isArray(json)) return "a list";
  if (isRecord(json)) return "an object";
  if (typeof json === "string") return "a string";
  return typeof json === "number" ? "a number" : undefined;
}

function kindOfText(text: string): Kind | undefined {
  return /^[{["]/.test(text) ? kindsOfText.get(text.charAt(0)) : kindOf(JSON.parse(text));
}

const kindsOfText: ReadonlyMap<string, Kind> = new Map([
  ["{", "an object"],
  ["[", "a list"],
  ['"', "a string"],
]);

/** Values without content. A schema that accepts one, or complains about a part of it, allows values of its kind. */
const samples: readonly unknown[] = [{}, [null], "", 0];

function kindsAllowedBy(validate: Validate): ReadonlySet<Kind> {
  return new Set(
    samples.flatMap((sample) => {
      const verdict = verdictOf(validate, sample);
      if (!verdict) return [];
      if ("value" in verdict) return kindOf(verdict.value) ?? [];
      const kind = kindOf(sample);
      const isOfKind = verdict.issues.some(({ path: [step] }) => step !== undefined && isStepIn(step, kind));
      return isOfKind ? (kind ?? []) : [];
    }),
  );
}

/** Some libraries take a list for an object, and miss a member of it: the step is then a name, and no index. */
function isStepIn(step: string | number, kind: Kind | undefined): boolean {
  return /^\d+$/.test(String(step)) === (kind === "a list");
}

/** Undefined for a schema whose validation is asynchronous, or throws. */
function verdictOf(validate: Validate, value: unknown): Verdict | undefined {
  try {
    const verdict = validate(value);
    return takeRejection(verdict) ? undefined : (verdict as Verdict);
  } catch {
    return undefined;
  }
}
