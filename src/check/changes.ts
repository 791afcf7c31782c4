import type { Contract } from "../model/contract";
import { changesOf, type History, historyOf, type LinkSchema, Nothing, type Path } from "../model/histories";
import type { Problem } from "../model/problem";
import type { ResolvedRoute, Span, Surface } from "../model/route";
import { optionTable } from "../model/setting";
import type { Versioning } from "../model/versioning";
import { downsTo, upsFrom } from "../history/convert";
import { depthAt, schemasOfHistory } from "../history/at-version";
import { closedNamesOf } from "../history/way";
import { nameOfStep } from "../model/change";
import { messageOf } from "../model/value";
import type { Schemas } from "../schema/schemas";
import { optionOf } from "../schema/uses";
import type { Checkable } from "./checkable";
import { checkChangeVersions } from "./versions";
import { problem } from "./problems";
import { checkReplaced } from "./outdated-schemas";
import { checkBodyOptions, checkSentType } from "./schema-options";
import { checkUnconverted, type UsedHistory } from "./within-paths";
import { Now } from "../model/context";
import { contextsOf, needsIn, needsOfUps } from "../history/needed-contexts";
import { alternativesOf, type Scheme } from "../model/security";

/** The problems of schemas' histories, and of schemas that should have one. */
export function checkChanges({
  resolution,
  spans,
  webhookSpans,
  schemas,
  versioning,
}: Checkable): readonly Problem[] {
  const all: readonly Span<Surface>[] = [...spans, ...webhookSpans];
  const problems = resolution.routes
    .filter(({ contract }) => contract.inputs.length > 0)
    .flatMap((route) => [...checkNothing(route), ...checkCarriedInputs(route)])
    .concat(checkErrorHistory(schemas.errors.declared));
  const used = historiesIn(schemas);
  if (used.length === 0 || !versioning.isEnabled) return problems;
  const written = used.flatMap(({ where, history }) => checkHistory(where, history, versioning));
  return [
    ...problems,
    ...written,
    ...used.flatMap(checkLinkTypes),
    ...used.flatMap(({ where, history }) => checkRenames(where, history)),
    ...all.filter(hasHistory).flatMap(checkWays),
    ...spans.filter(hasHistory).flatMap((span) => checkNames(span, schemas)),
    // A webhook gets its contexts when it is sent.
    ...spans.filter(hasHistory).flatMap(checkNeeds),
    ...used.flatMap((one) => checkCarriers(one, schemas)),
    ...(written.length === 0 ? checkErrorWays(schemas, versioning) : []),
    // Without an order of changes none of them is later than a version.
    ...(written.length === 0 ? checkReplaced(all, schemas, versioning.order) : []),
    ...checkUnconverted(used, schemas.jsonOf),
  ];
}

/** A contract without a history is the declared one in every version. */
function hasHistory({ contract, form }: Span<Surface>): boolean {
  return contract !== form.contract;
}

function historiesIn({ uses, errors }: Schemas): readonly UsedHistory[] {
  const ofErrors = historyOf(errors.declared);
  const ofRoutes = uses.flatMap((use) => {
    const { history, route, side } = use;
    return history ? [{ history, where: route.where, option: optionOf(use), side }] : [];
  });
  if (!ofErrors) return ofRoutes;
  return [...ofRoutes, { history: ofErrors, where: "AppOptions", option: "Errors.Schema", side: "output" }];
}

/** Nothing has a meaning only for bodies: other parts cannot be missing. */
function checkNothing({ where, contract }: ResolvedRoute): readonly Problem[] {
  return contract.inputs.flatMap(({ part, schema }) => {
    const links = historyOf(schema)?.links ?? [];
    return part !== "body" && links.some((link) => link.schema === Nothing)
      ? [problem("nothing-misplaced", where, optionTable[part].name)]
      : [];
  });
}

/** The problems of the types in a history's links; most links have none. */
function checkLinkTypes({ where, history }: UsedHistory): readonly Problem[] {
  const said = history.links.filter(({ body, type }) => Object.keys(body).length > 0 || type !== undefined);
  return said.flatMap(({ body, type, name }) => {
    const of = ` of ${name}`;
    return [...checkBodyOptions(where, body, of), ...checkSentType(where, type, of)];
  });
}

/** Members that a link renames, but that its schemas can never have: the compiler refuses them only where it is used. */
function checkRenames(where: string, { links, within }: History): readonly Problem[] {
  const own = links.flatMap(({ places, schema, name, isLifted }, i) => {
    const newer = links[i - 1]?.schema;
    if (isLifted || newer === undefined) return [];
    return places.flatMap(({ now, old }) => [
      ...missingName(now, newer).map((one) => problem("renamed-member-missing", where, name, "newer", one)),
      ...missingName(old, schema).map((one) => problem("renamed-member-missing", where, name, "older", one)),
    ]);
  });
  return [...own, ...within.flatMap(({ history }) => checkRenames(where, history))];
}

/** The name of a member, if it is the whole place, and the schema closes it out. */
function missingName([name, ...rest]: Path, schema: LinkSchema): readonly string[] {
  if (typeof name !== "string" || rest.length > 0 || schema === Nothing) return [];
  const names = closedNamesOf(schema);
  return names && !names.has(name) ? [name] : [];
}

/** The problems of a history's changes, according to the list of versions. */
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

/** Finds missing functions that a version's conversion needs. */
function checkWays({ route, contract }: Span<Surface>): readonly Problem[] {
  const { convertedInputs, responses }: Contract = contract;
  return [
    ...convertedInputs.flatMap(({ history, at }) =>
      missingWay(route.where, "Up", () =>
        upsFrom(history, at, { validatorOf: () => () => ({ issues: [] }) }),
      ),
    ),
    ...responses.flatMap(({ converted }) =>
      converted ? missingWay(route.where, "Down", () => downsTo(converted.history, converted.at)) : [],
    ),
  ];
}

/** Finds text parts of which an Up cannot replace the client's values, because nobody knows under which names. */
function checkNames({ route, contract }: Span, schemas: Schemas): readonly Problem[] {
  return contract.convertedInputs.flatMap(({ part, history, at }) => {
    if (part === "body" || depthAt(history, at) === 0) return [];
    const unknown = schemasOfHistory(history).find((schema) => !schemas.knowsNames(schema));
    if (!unknown) return [];
    const description = schemas.describe(unknown, "input");
    const reason = "failure" in description ? description.failure : (description.gap ?? "");
    return [problem("names-unknown", route.where, optionTable[part].name, reason)];
  });
}

/** Finds missing functions of the history of errors, which every version may get. */
function checkErrorWays({ errors }: Schemas, { order }: Versioning): readonly Problem[] {
  const history = historyOf(errors.declared);
  if (!history) return [];
  return [undefined, ...order.list].flatMap((version) =>
    missingWay("AppOptions", "Down", () => downsTo(history, { version, order })),
  );
}

/** The problem of a missing step. */
function missingWay(where: string, way: "Up" | "Down", compose: () => unknown): readonly Problem[] {
  try {
    compose();
    return [];
  } catch (error) {
    return [problem("change-without-way", where, messageOf(error), way)];
  }
}

/** The problems of the contexts that the functions of a span's versions need. */
function checkNeeds({ route, form, contract }: Span): readonly Problem[] {
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
  return security
    .map(alternativesOf)
    .some((ways) => ways.length > 0 && ways.every((way) => way.kind === "scheme" && way.scheme === scheme));
}

/** The problem of a request part whose history has `Carrying`. */
function checkCarriedInputs({ where, contract }: ResolvedRoute): readonly Problem[] {
  return contract.inputs.flatMap(({ part, schema }) =>
    historyOf(schema)?.carried.length ? [problem("carried-in-request", where, optionTable[part].name)] : [],
  );
}

/** The problems of the schemas of carried values. */
function checkCarriers({ where, history }: UsedHistory, { compile }: Schemas): readonly Problem[] {
  return history.carried.flatMap(({ carrier: { schema } }) => {
    const compiled = compile({ schema, place: "response" });
    if (!compiled) return [problem("schema-without-ajv", where, "Carrying")];
    if ("ajvFailure" in compiled) return [problem("ajv-unusable", "AppOptions", compiled.ajvFailure)];
    return "failure" in compiled ? [problem("schema-invalid", where, "Carrying", compiled.failure)] : [];
  });
}

/** The problems of the history of errors, which may occur where no context exists. */
function checkErrorHistory(declared: unknown): readonly Problem[] {
  const history = historyOf(declared);
  if (!history) return [];
  return [
    ...(contextsOf(history).size > 0 ? [problem("context-of-errors", "AppOptions", "Needs")] : []),
    ...(history.carried.length > 0 ? [problem("context-of-errors", "AppOptions", "Carrying")] : []),
  ];
}
