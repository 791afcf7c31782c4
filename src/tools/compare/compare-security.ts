import { canonical } from "../../core/model/json-value";
import { both, breaking, either, harmless, inPart, withCause } from "./difference";
import type { DifferenceVerdict, Pair, PartDifference } from "./difference";
import type { DocumentedOperation } from "./documented-operation";

type Requirement = Readonly<Record<string, readonly string[]>>;

/** Compares security. Credentials that the old document accepts must still be enough. */
export function compareSecurity(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  const { was, is } = both(pair, waysIn);
  const lost = was.filter((way) => !is.some((other) => isEnough(way, other)));
  const gained = is.filter((way) => !was.some((other) => isEnough(way, other)));
  const asked = `is no longer enough, but ${either(is.map(wayInWords))}`;
  const verdicts = [
    ...lost.map((way) => breaking("security-removed", `${wayInWords(way)} ${asked}`)),
    ...gained.map((way) => harmless("security-added", `${wayInWords(way)} is now enough`)),
    ...compareSchemes(pair),
  ].map((one) => withCause("security", one));
  return inPart("security", verdicts);
}

/** Lists the requirements of an operation, of which one must be met. `[]` becomes `[{}]`: both require nothing. */
function waysIn({ document, operation }: DocumentedOperation): readonly Requirement[] {
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

function compareSchemes(pair: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const used = new Set([...waysIn(pair.was), ...waysIn(pair.is)].flatMap(Object.keys));
  return [...used].flatMap((name) => {
    const { was, is } = both(pair, (one) => schemeText(one, name));
    if (was === undefined || is === undefined || was === is) return [];
    return breaking("security-scheme-changed", `the scheme ${name} has changed`);
  });
}

function schemeText({ document }: DocumentedOperation, name: string): string | undefined {
  const schemes = document.components?.securitySchemes ?? {};
  return Object.hasOwn(schemes, name) ? canonical({ ...schemes[name], description: undefined }) : undefined;
}
