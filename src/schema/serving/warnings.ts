import { isSuccess } from "../../http/status";
import { rootsOf } from "../interface/at-version";
import type { History } from "../interface/histories";
import type { AppOptions } from "../../core/model/app-options";
import type { Warning } from "../../core/model/problem";
import type { ResolvedRoute } from "../../core/model/route";
import { takeRejection } from "../../core/model/value";
import { issuesInWords } from "../issues";
import { errorBodyValidator, type Schemas } from "../schemas";
import { isSchemaLike } from "../interface/schema-like";
import { isJudged, optionOf, type Use } from "../interface/use";
import type { Checkable } from "../../core/check/checkable";
import { schemasOfErrors } from "./rules";
import { warning } from "./problems";

/** Lists the warnings about the schemas of an App. */
export function schemaWarnings({
  schemas,
  options,
  resolution,
}: Pick<Checkable, "schemas" | "options" | "resolution">): readonly Warning[] {
  return [
    ...withoutOwnStatus(resolution.routes),
    ...undescribed(schemas),
    ...partlyDescribed(schemas),
    ...unchecked(schemas, options),
    ...unknownKeywords(schemas),
    ...costly(schemas, options),
    ...unmadeErrors(schemas, options),
  ];
}

/** Warns of a route that describes several 2xx responses, but not the status that a returned value gets by default. */
function withoutOwnStatus(routes: readonly ResolvedRoute[]): readonly Warning[] {
  const withSeveral = routes.filter(({ contract }) => contract.responses.length > 1);
  return withSeveral.flatMap((route) => {
    const { status, responses } = route.contract;
    const successes = responses.filter((response) => isSuccess(response.status));
    if (successes.length < 2 || successes.some((response) => response.status === status)) return [];
    const listed = successes.map((response) => response.status).join(", ");
    return [warning("response-for-status-missing", route, route.where, String(status), listed)];
  });
}

type FoundWarning = readonly [key: string, of: () => Warning];

/** Keeps the first warning of each key, because the same mistake is often found in several versions or routes. */
function firstOfEach(found: readonly FoundWarning[]): readonly Warning[] {
  const warnings = new Map<string, Warning>();
  for (const [key, of] of found) if (!warnings.has(key)) warnings.set(key, of());
  return [...warnings.values()];
}

/** Warns of schemas without a JSON Schema, for which the document contains only `{}`. */
function undescribed({ uses, describe }: Schemas): readonly Warning[] {
  const found = uses.flatMap((use): readonly FoundWarning[] => {
    const { route, schema, side } = use;
    const description = describe(schema, side);
    if (!("failure" in description)) return [];
    const details = [route.where, optionOf(use), description.failure] as const;
    // The key leaves out `effectOf(use)`, which may differ between versions, so that a schema gets only one warning.
    return [[details.join("\n"), () => warning("schema-undescribed", route, ...details, effectOf(use))]];
  });
  return firstOfEach(found);
}

function effectOf({ place, side, convertedBy }: Use): string {
  if (place === "response" || place === "webhook") {
    return ", and nothing is left out of responses, not even undeclared properties";
  }
  const isOfHeaders = place === "headers" || place === "webhook headers";
  return isOfHeaders || (convertedBy && side === "input") ? ", and its names are not known" : "";
}

/** Warns if a converted response's JSON Schema has no schema for one of its members. Each history is reported once. */
function partlyDescribed({ uses, describe }: Schemas): readonly Warning[] {
  const reported = new Set<History>();
  return uses.flatMap((use) => {
    const { place, convertedBy, route, schema, side } = use;
    if (!convertedBy || (place !== "response" && place !== "webhook")) return [];
    const description = describe(schema, side);
    if (!("json" in description) || description.gap === undefined) return [];
    const roots = rootsOf(convertedBy);
    if (roots.every((root) => reported.has(root))) return [];
    for (const root of roots) reported.add(root);
    return [warning("member-undescribed", route, route.where, optionOf(use), description.gap)];
  });
}

function unchecked(schemas: Schemas, options: AppOptions): readonly Warning[] {
  const found = compiledUses(schemas, options).flatMap(({ use, compiled }): readonly FoundWarning[] =>
    compiled.unchecked.map((word) => [word, () => ofWord("schema-unchecked", use, word)]),
  );
  return firstOfEach(found);
}

/** Warns of recursive schemas by which a value may be validated twice at each level. Each is reported once. */
function costly(schemas: Schemas, options: AppOptions): readonly Warning[] {
  const reported = new Set<object>();
  return compiledUses(schemas, options).flatMap(({ use, compiled }) => {
    const { route, schema } = use;
    if (reported.has(schema)) return [];
    reported.add(schema);
    return compiled.costly.map(({ kind, place }) =>
      warning(codeOfCost[kind], route, route.where, place, optionOf(use)),
    );
  });
}

const codeOfCost = {
  "alternatives alike": "alternatives-alike",
  "part checked twice": "part-checked-twice",
} as const;

interface CompiledUse {
  readonly use: Use;
  readonly compiled: Extract<ReturnType<Schemas["compile"]>, { readonly validate: unknown }>;
}

/** The schemas that validate values. Those of responses do so only with `CheckResponses`. */
function compiledUses({ uses, compile }: Schemas, { CheckResponses }: AppOptions): readonly CompiledUse[] {
  return uses.flatMap((use) => {
    const isChecked = isJudged(use.place) && (use.side === "input" || CheckResponses);
    const compiled = isChecked ? compile(use) : undefined;
    return compiled && "validate" in compiled ? [{ use, compiled }] : [];
  });
}

function ofWord(code: "schema-unchecked" | "keyword-unknown", use: Use, word: string): Warning {
  return warning(code, use.route, use.route.where, optionOf(use), word);
}

/** Warns of keywords that JSON Schema, OpenAPI and ajv do not know, because such keywords are probably misspelt. */
function unknownKeywords({ uses, errors, unknownKeywords: unknownIn }: Schemas): readonly Warning[] {
  const ofErrors = schemasOfErrors(errors).flatMap((schema) => unknownIn({ schema, place: "response" }));
  return firstOfEach([
    ...uses.flatMap((use): readonly FoundWarning[] => {
      const words = isSchemaLike(use.schema) ? unknownIn(use) : [];
      return words.map((word) => [word, () => ofWord("keyword-unknown", use, word)]);
    }),
    ...ofErrors.map((word): FoundWarning => [
      word,
      () => warning("keyword-unknown", undefined, "AppOptions", "Errors.Schema", word),
    ]),
  ]);
}

/** Without `Errors.Body`, the App sends a default error body. Warns if this body does not match `Errors.Schema`. */
function unmadeErrors(schemas: Schemas, { Errors }: AppOptions): readonly Warning[] {
  if (!Errors?.Schema || Errors.Body) return [];
  try {
    const verdict = errorBodyValidator(schemas)?.(defaultBody());
    if (!verdict || takeRejection(verdict) || !("issues" in verdict)) return [];
    return [warning("error-body-missing", undefined, issuesInWords(verdict.issues).join("; "))];
  } catch {
    // A schema that throws an error must not make Build fail.
    return [];
  }
}

/** An example of the default error body; see docs/reference/serving.md, "The error body". */
const defaultBody = (): object => ({
  error: { code: "not_found", message: "no route matches GET /cats", status: 404 },
  request_id: "3f2b0c1e-8d1f-4c5e-9a55-0d6f1d2c7a11",
});
