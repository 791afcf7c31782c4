import { inputOptions, type Contract } from "../../core/model/contract";
import {
  changesOf,
  type ConversionStep,
  type History,
  historyOf,
  type LinkSchema,
  Nothing,
  type Path,
} from "../../schema/interface/histories";
import type { Problem } from "../../core/model/problem";
import type { ResolvedRoute, Span, Surface } from "../../core/model/route";
import { contexts } from "../options/contexts";
import type { Versioning } from "../../core/model/versioning";
import { downsTo, upsFrom } from "../history/convert";
import { depthAt, schemasOfHistory } from "../../schema/interface/at-version";
import { closedNamesOf } from "../history/way";
import { nameOfStep } from "../history/list-changes";
import { messageOf } from "../../core/model/value";
import { placeFrom, placeIn } from "../../schema/json-schema/places";
import type { Schemas } from "../../schema/schemas";
import { optionOf } from "../../schema/interface/use";
import type { Checkable } from "../../core/check/checkable";
import { checkChangeVersions } from "./change-versions";
import { problem } from "./problems";
import { checkReplaced } from "./outdated-schemas";
import { checkBodyOptions, checkSentType } from "../../schema/serving/arguments";
import { checkUnconverted, type UsedHistory } from "./within-paths";
import { Now } from "../../schema/interface/context";
import { needsIn, needsOfUps } from "../history/contract-needs";
import { contextsOf } from "../history/needed-contexts";
import { alternativesOf, type Scheme } from "../../core/model/security";

export function checkChanges({
  resolution,
  spans,
  webhookSpans,
  schemas,
  versioning,
}: Checkable): readonly Problem[] {
  const problems = resolution.routes.flatMap(checkInputs).concat(checkErrorHistory(schemas.errors.declared));
  const used = usedHistories(schemas);
  if (used.length === 0 || !versioning.isEnabled) return problems;
  const written = used.flatMap(({ where, history }) => checkHistory(where, history, versioning));
  const converted = spans.filter(dependsOnVersion);
  return [
    ...problems,
    ...written,
    ...used.flatMap(checkLinkTypes),
    ...used.flatMap(({ where, history }) => checkRenames(where, history, schemas)),
    ...used.flatMap(({ where, history }) => checkLosses(where, history, schemas.jsonOf)),
    ...[...converted, ...webhookSpans.filter(dependsOnVersion)].flatMap(checkWays),
    ...converted.flatMap((span) => checkNames(span, schemas)),
    // `checkNeeds` does not get webhooks: their callers pass contexts, as in `For(version, value, contexts)`.
    ...converted.flatMap(checkNeeds),
    ...used.flatMap((one) => checkCarriers(one, schemas)),
    ...(written.length === 0 ? checkErrorWays(schemas, versioning) : []),
    // `checkReplaced` needs the order of the changes, which is known only if `written` contains no problems.
    ...(written.length === 0 ? checkReplaced([...spans, ...webhookSpans], schemas, versioning.order) : []),
    ...checkUnconverted(used, schemas),
  ];
}

/** True if requests or responses differ between versions: only then does a span have another contract than its form. */
function dependsOnVersion({ contract, form }: Span<Surface>): boolean {
  return contract !== form.contract;
}

function usedHistories({ uses, errors }: Schemas): readonly UsedHistory[] {
  const ofErrors = historyOf(errors.declared);
  const ofRoutes = uses.flatMap((use) => {
    const { history, route, side } = use;
    return history ? [{ history, where: route.where, option: optionOf(use), side }] : [];
  });
  if (!ofErrors) return ofRoutes;
  return [...ofRoutes, { history: ofErrors, where: "AppOptions", option: "Errors.Schema", side: "output" }];
}

function checkInputs({ where, contract }: ResolvedRoute): readonly Problem[] {
  return contract.inputs.flatMap(({ part, schema }) => {
    const { links = [], carried = [] } = historyOf(schema) ?? {};
    const name = inputOptions[part];
    const isMisplaced = part !== "body" && links.some((link) => link.schema === Nothing);
    return [
      ...(isMisplaced ? [problem("nothing-misplaced", where, name)] : []),
      ...(carried.length > 0 ? [problem("carried-in-request", where, name)] : []),
    ];
  });
}

function checkLinkTypes({ where, history }: UsedHistory): readonly Problem[] {
  const links = history.links.filter(({ body, type }) => Object.keys(body).length > 0 || type !== undefined);
  return links.flatMap(({ body, type, name }) => {
    const of = ` of ${name}`;
    return [...checkBodyOptions(where, body, of), ...checkSentType(where, type, of)];
  });
}

/** Reports a renamed member whose new name is not in the newer schema, or whose old name is not in the older schema. */
function checkRenames(where: string, { links, within }: History, schemas: Schemas): readonly Problem[] {
  const own = links.flatMap(({ places, schema, name, isLifted }, i) => {
    const newer = links[i - 1]?.schema;
    if (isLifted || newer === undefined) return [];
    return places.flatMap(({ now, old }) => [
      ...missingName(now, newer, schemas).map((one) =>
        problem("renamed-member-missing", where, name, "newer", one),
      ),
      ...missingName(old, schema, schemas).map((one) =>
        problem("renamed-member-missing", where, name, "older", one),
      ),
    ]);
  });
  return [...own, ...within.flatMap(({ history }) => checkRenames(where, history, schemas))];
}

/** Reports the places of a `Lossy` that neither the older nor the newer schema has, such as a misspelled name. */
function checkLosses(
  where: string,
  { links, within }: History,
  jsonOf: Schemas["jsonOf"],
): readonly Problem[] {
  const own = links.flatMap(({ loss, schema, name, isLifted }, i) => {
    const newer = links[i - 1]?.schema;
    // A lifted link names places of its part, whose own history is checked below.
    if (!loss?.places || newer === undefined || isLifted) return [];
    const sides = [schema, newer].flatMap((one) =>
      typeof one === "symbol" ? [] : [jsonOf(one, "output"), jsonOf(one, "input")],
    );
    const isThere = (place: string): boolean =>
      sides.some((json) => !json || placeIn(json, placeFrom(place)));
    const missing = loss.places.filter((place) => !isThere(place));
    return missing.map((place) => problem("lossy-place-missing", where, name, place));
  });
  return [...own, ...within.flatMap(({ history }) => checkLosses(where, history, jsonOf))];
}

function missingName([name, ...rest]: Path, schema: LinkSchema, schemas: Schemas): readonly string[] {
  if (typeof name !== "string" || rest.length > 0 || schema === Nothing) return [];
  const names = closedNamesOf(schema, schemas);
  return names && !names.has(name) ? [name] : [];
}

/** Reports changes in unlisted versions, and changes that are not written from the newest to the oldest. */
function checkHistory(where: string, { links }: History, versioning: Versioning): readonly Problem[] {
  const changes = links.flatMap(changesOf);
  return changes.flatMap((change, i) => {
    const before = changes[i - 1];
    const isOutOfOrder = before && versioning.order.isBefore(before.Version, change.Version);
    return [
      ...checkChangeVersions(where, [change], versioning),
      ...(isOutOfOrder
        ? [problem("changes-out-of-order", where, nameOfStep(change), nameOfStep(before))]
        : []),
    ];
  });
}

function checkWays({ route, contract }: Span<Surface>): readonly Problem[] {
  const { convertedInputs, responses }: Contract = contract;
  return [
    ...convertedInputs.flatMap(({ history, at }) =>
      missingWay("Up", { where: route.where, history }, () =>
        upsFrom(history, at, { validatorOf: () => () => ({ issues: [] }) }),
      ),
    ),
    ...responses.flatMap(({ converted }) => {
      if (!converted) return [];
      const { history, at } = converted;
      return missingWay("Down", { where: route.where, history }, () => downsTo(history, at));
    }),
  ];
}

/**
 * Reports a query, path or header schema whose member names are unknown, even in another version: the App removes
 * parameters that belong only to other versions, so it needs the names in all versions.
 */
function checkNames({ route, contract }: Span, schemas: Schemas): readonly Problem[] {
  return contract.convertedInputs.flatMap(({ part, history, at }) => {
    if (part === "body" || depthAt(history, at) === 0) return [];
    const unknown = schemasOfHistory(history).find((schema) => !schemas.knowsNames(schema));
    if (!unknown) return [];
    const description = schemas.describe(unknown, "input");
    const reason = "failure" in description ? description.failure : (description.gap ?? "");
    return [problem("names-unknown", route.where, inputOptions[part], reason)];
  });
}

/** Reports missing `Down` functions of `Errors.Schema`, without which errors cannot be converted for older versions. */
function checkErrorWays({ errors }: Schemas, { order }: Versioning): readonly Problem[] {
  const history = historyOf(errors.declared);
  if (!history) return [];
  return [undefined, ...order.list].flatMap((version) =>
    missingWay("Down", { where: "AppOptions", history }, () => downsTo(history, { version, order })),
  );
}

function missingWay(
  way: "Up" | "Down",
  { where, history }: Pick<UsedHistory, "where" | "history">,
  compose: () => unknown,
): readonly Problem[] {
  // Hot path of Build: `compose` is slow, and most histories have all functions.
  if (isComplete(history)) return [];
  try {
    compose();
    return [];
  } catch (error) {
    return [problem("change-without-way", where, messageOf(error), way)];
  }
}

function isComplete({ links }: History): boolean {
  return links.every((link, depth) => (depth === 0 || hasBoth(link)) && (!link.face || hasBoth(link.face)));
}

function hasBoth({ up, down }: ConversionStep): boolean {
  return up !== undefined && down !== undefined;
}

function checkNeeds({ route, form, contract }: Span): readonly Problem[] {
  const needs = needsIn(contract);
  if (needs.length === 0) return [];
  const { nearest } = form.settings.of(contexts);
  const keysOfUps = new Set(needsOfUps(contract).map(({ key }) => key));
  return needs.flatMap(({ key, link }) => {
    const given = nearest.get(key);
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

/** True if every request must authenticate with the scheme, and no `AnyOf` allows another scheme instead. */
function isAskedBy({ security = [] }: Contract, scheme: Scheme): boolean {
  return security
    .map(alternativesOf)
    .some((ways) => ways.length > 0 && ways.every((way) => way.kind === "scheme" && way.scheme === scheme));
}

function checkCarriers({ where, history }: UsedHistory, { compile }: Schemas): readonly Problem[] {
  return history.carried.flatMap(({ carrier: { schema } }) => {
    const compiled = compile({ schema, place: "response" });
    if (!compiled) return [problem("schema-without-ajv", where, "Carrying")];
    if ("ajvFailure" in compiled) return [problem("ajv-unusable", "AppOptions", compiled.ajvFailure)];
    return "failure" in compiled ? [problem("schema-invalid", where, "Carrying", compiled.failure)] : [];
  });
}

/** Reports `Needs` and `Carrying` in `Errors.Schema`. Only the schemas of routes may use them. */
function checkErrorHistory(declared: unknown): readonly Problem[] {
  const history = historyOf(declared);
  if (!history) return [];
  return [
    ...(contextsOf(history).size > 0 ? [problem("context-of-errors", "AppOptions", "Needs")] : []),
    ...(history.carried.length > 0 ? [problem("context-of-errors", "AppOptions", "Carrying")] : []),
  ];
}
