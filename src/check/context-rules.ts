import { Now } from "../model/context";
import type { Contract } from "../model/contract";
import { historyOf } from "../model/history";
import type { Problem } from "../model/problem";
import type { ResolvedRoute, Span } from "../model/route";
import { optionTable } from "../model/setting";
import { contextsOf, needsIn, needsOfUps } from "../history/needed-contexts";
import type { Scheme } from "../model/security";
import type { Schemas } from "../schema/schemas";
import { problem } from "./problems";
import type { UsedHistory } from "./within-paths";

/** The problems of the contexts that the functions of a span's versions need. */
export function checkNeeds({ route, form, contract }: Span): readonly Problem[] {
  const needs = needsIn(contract);
  if (needs.length === 0) return [];
  const { contexts } = form.settings;
  const keysOfUps = new Set(needsOfUps(contract).map(({ key }) => key));
  return needs.flatMap(({ key, link }) => {
    const given = contexts.get(key);
    if (!given) return key === Now ? [] : [problem("context-missing", route.where, link.name, key.Name)];
    const { scheme, isAfter } = given;
    return [
      ...(isAfter && keysOfUps.has(key) ? [problem("context-too-late", route.where, key.Name)] : []),
      ...(scheme && !isAskedBy(contract, scheme)
        ? [problem("context-scheme", route.where, key.Name, scheme.name)]
        : []),
    ];
  });
}

/** True if a contract's requests are only served once the scheme has admitted them. */
function isAskedBy({ security = [] }: Contract, scheme: Scheme): boolean {
  return security.some(
    (need) =>
      need.kind === "one of" &&
      need.alternatives.every((way) => way.kind === "scheme" && way.scheme === scheme),
  );
}

/** The problem of a request part whose history has `Carrying`. */
export function checkCarriedInputs({ where, contract }: ResolvedRoute): readonly Problem[] {
  return contract.inputs.flatMap(({ part, schema }) =>
    historyOf(schema)?.carried.length ? [problem("carried-in-request", where, optionTable[part].name)] : [],
  );
}

/** The problems of the schemas of carried values. */
export function checkCarriers({ where, history }: UsedHistory, { compile }: Schemas): readonly Problem[] {
  return history.carried.flatMap(({ carrier: { schema } }) => {
    const compiled = compile({ schema, place: "response" });
    if (!compiled) return [problem("schema-without-ajv", where, "Carrying")];
    if ("ajvFailure" in compiled) return [problem("ajv-unusable", "AppOptions", compiled.ajvFailure)];
    return "failure" in compiled ? [problem("schema-invalid", where, "Carrying", compiled.failure)] : [];
  });
}

/** The problems of the history of errors, which may occur where no context exists. */
export function checkErrorHistory(declared: unknown): readonly Problem[] {
  const history = historyOf(declared);
  if (!history) return [];
  return [
    ...(contextsOf(history).size > 0 ? [problem("context-of-errors", "AppOptions", "Needs")] : []),
    ...(history.carried.length > 0 ? [problem("context-of-errors", "AppOptions", "Carrying")] : []),
  ];
}
