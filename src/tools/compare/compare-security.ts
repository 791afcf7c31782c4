import type { OpenAPIDocument, OpenAPIOperation } from "../../model/openapi";
import { type PartDifference, type DifferenceVerdict, either } from "./difference";
import { canonical } from "../../model/json-value";

type Requirement = Readonly<Record<string, readonly string[]>>;

interface SecuredOperation {
  readonly document: OpenAPIDocument;
  readonly operation: OpenAPIOperation;
}

/** Compares the ways to authenticate: each one that was enough before must still be enough. */
export function compareSecurity(
  before: SecuredOperation,
  after: SecuredOperation,
): readonly PartDifference[] {
  const was = waysIn(before);
  const is = waysIn(after);
  const lost = was.filter((way) => !is.some((other) => isEnough(way, other)));
  const gained = is.filter((way) => !was.some((other) => isEnough(way, other)));
  const asked = either(is.map(wayInWords));
  const told = [
    ...lost.map((way) => ({
      kind: "security-removed" as const,
      text: `${wayInWords(way)} is no longer enough, but ${asked}`,
      isBreaking: true,
    })),
    ...gained.map((way) => ({
      kind: "security-added" as const,
      text: `${wayInWords(way)} is now enough`,
      isBreaking: false,
    })),
  ];
  return [...told, ...compareSchemes(before, after)].map((one) => ({
    part: "security",
    cause: { name: "security", text: one.text, subject: "" },
    ...one,
  }));
}

/** A list without entries requires nothing, like an empty entry. */
function waysIn({ document, operation }: SecuredOperation): readonly Requirement[] {
  const declared = operation.security ?? document.security ?? [];
  return declared.length === 0 ? [{}] : declared;
}

function isEnough(held: Requirement, asked: Requirement): boolean {
  return Object.entries(asked).every(([scheme, scopes]) => {
    const own = held[scheme];
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

function wayInWords(way: Requirement): string {
  const names = Object.entries(way).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(", ")})`,
  );
  return names.length === 0 ? "a request without credentials" : names.join(" with ");
}

/** A scheme that keeps its name may still require something else. */
function compareSchemes(before: SecuredOperation, after: SecuredOperation): readonly DifferenceVerdict[] {
  const used = new Set([...waysIn(before), ...waysIn(after)].flatMap(Object.keys));
  return [...used].flatMap((name) => {
    const was = schemeText(before, name);
    const is = schemeText(after, name);
    if (was === undefined || is === undefined || was === is) return [];
    return { kind: "security-scheme-changed", text: `the scheme ${name} has changed`, isBreaking: true };
  });
}

function schemeText({ document }: SecuredOperation, name: string): string | undefined {
  const schemes = document.components?.securitySchemes ?? {};
  return Object.hasOwn(schemes, name) ? canonical({ ...schemes[name], description: undefined }) : undefined;
}
