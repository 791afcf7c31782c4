import { Now } from "../model/context";
import { historyOf } from "../model/history";
import type { Problem } from "../model/problem";
import type { ResolvedRoute, Span } from "../model/route";
import { optionTable } from "../model/setting";
import { contextsOf, needsIn } from "../history/needed-contexts";
import type { Schemas } from "../schema/schemas";
import { problem } from "./problems";
import type { UsedHistory } from "./within-paths";

/** The contexts that the functions of a span's versions need, but no place around the route provides. */
export function checkNeeds({ route, form, contract }: Span): readonly Problem[] {
  return needsIn(contract).flatMap(({ key, link }) =>
    key === Now || form.settings.contexts.has(key)
      ? []
      : [problem("context-missing", route.where, link.name, key.Name)],
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
