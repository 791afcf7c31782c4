import { ConversionError } from "../model/conversion-error";
import type { Contract } from "../model/contract";
import { Nothing, type History } from "../model/history";
import type { Problem } from "../model/problem";
import type { Registration, Resolution, ResolvedRoute } from "../model/route";
import type { JSONSchema } from "../model/schema";
import { optionTable } from "../model/setting";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { downsTo, upsFrom } from "../schema/convert";
import { resolveReference } from "../schema/json";
import { nameOfStep } from "../schema/step-name";
import type { Schemas } from "../schema/schemas";
import { optionOf } from "../schema/uses";
import { historyOf } from "../schema/versioned";
import { checkChangeVersion } from "./named-changes";
import { problem } from "./problems";

interface Checked {
  readonly resolution: Resolution;
  readonly registrations: readonly Registration[];
  readonly schemas: Schemas;
  readonly versioning: Versioning;
}

/** The problems of schemas' histories, and of schemas that should have one. */
export function checkChanges({
  resolution,
  registrations,
  schemas,
  versioning,
}: Checked): readonly Problem[] {
  const problems = resolution.routes.flatMap((route) => checkNothing(route));
  const used = schemas.uses.flatMap(({ history, route }) => (history ? [{ history, route }] : []));
  if (used.length === 0 || !versioning.isEnabled) return problems;
  const written = used.flatMap(({ history, route }) => checkHistory(route.where, history, versioning));
  return [
    ...problems,
    ...written,
    ...registrations.flatMap((registration) => checkWays(registration)),
    // Where changes have no order, none of them is later than a version.
    ...(written.length === 0 ? checkReplaced(registrations, schemas, versioning) : []),
  ];
}

/** A part that is not there has a meaning where a body would be read alone. */
function checkNothing({ where, contract }: ResolvedRoute): readonly Problem[] {
  return contract.inputs.flatMap(({ part, schema }) => {
    const links = historyOf(schema)?.links ?? [];
    return part !== "body" && links.some((link) => link.schema === Nothing)
      ? [problem("nothing-misplaced", where, optionTable[part].name)]
      : [];
  });
}

/** The changes of a history, as far as the list of versions tells of them. */
function checkHistory(where: string, { links }: History, { listed }: Versioning): readonly Problem[] {
  const changes = links.flatMap(({ change }) => change ?? []);
  if (changes.length === 0) return [];
  if (listed.length === 0) return [problem("changes-without-list", where)];
  return changes.flatMap((change, i) => {
    const problems = checkChangeVersion(where, change, listed);
    const at = listed.indexOf(change.Version);
    if (at === -1) return problems;
    const before = changes[i - 1];
    const isOrdered = !before || !listed.includes(before.Version) || listed.indexOf(before.Version) >= at;
    return [
      ...problems,
      ...(isOrdered ? [] : [problem("changes-out-of-order", where, nameOfStep(change), nameOfStep(before))]),
    ];
  });
}

/** Whether all that a version needs to be turned has a function. */
function checkWays({ route, contract }: Registration): readonly Problem[] {
  const { turnedInputs, responses }: Contract = contract;
  return [
    ...turnedInputs.map(({ history, at }) =>
      missing(() => upsFrom(history, at, () => () => ({ issues: [] }))),
    ),
    ...responses.map(({ turned }) => turned && missing(() => downsTo(turned.history, turned.at))),
  ].flatMap((text) => (text === undefined ? [] : [problem("change-without-way", route.where, text)]));
}

/** The words of a step that is missing; undefined where none is. */
function missing(compose: () => unknown): string | undefined {
  try {
    compose();
    return undefined;
  } catch (error) {
    if (error instanceof ConversionError) return error.message;
    throw error;
  }
}

/** Schemas that came with a change, and are shown to a version before it without a history that would say so. */
function checkReplaced(
  registrations: readonly Registration[],
  { uses, describe, shared }: Schemas,
  { listed }: Versioning,
): readonly Problem[] {
  const since = new Map(uses.flatMap(({ history }) => (history ? [...newSchemas(history)] : [])));
  const bare = uses.filter(({ route, schema }) => isBare(route.contract, schema));
  const served = new Map<ResolvedRoute, Version[]>();
  for (const { route, version } of registrations) {
    if (version !== undefined) served.set(route, [...(served.get(route) ?? []), version]);
  }
  return bare.flatMap((use) => {
    const change = since.get(use.schema);
    if (!change) return [];
    const start = listed.indexOf(change.Version);
    const isEarlier = served.get(use.route)?.some((version) => listed.indexOf(version) < start);
    if (!isEarlier) return [];
    const description = describe(use.schema, use.side);
    const name = "json" in description ? nameOf(description.json, shared.componentsIn()) : undefined;
    const shown = name ?? `in ${optionOf(use)} a schema`;
    return [problem("schema-replaced", use.route.where, shown, change.Description)];
  });
}

/** The name that a schema has itself, or by a reference that is all of it. */
function nameOf(
  json: JSONSchema,
  components: ReturnType<Schemas["shared"]["componentsIn"]>,
): string | undefined {
  const target = typeof json.$ref === "string" ? resolveReference(json, json.$ref) : undefined;
  return components.nameOf(target ?? json);
}

/** Whether a route uses a schema as it is, with no history around it. */
function isBare({ inputs, responses }: Contract, schema: object): boolean {
  return inputs.some((input) => input.schema === schema) || responses.some((one) => one.schema === schema);
}

/** The schemas of a history that were not there before a change, with the change that brought each. */
function newSchemas({ links }: History): ReadonlyMap<object, NonNullable<History["links"][0]["change"]>> {
  return new Map(
    links.flatMap(({ schema }, i) => {
      const older = links.slice(i + 1);
      const change = older[0]?.change;
      const wasThere = older.some((link) => link.schema === schema || link.face?.schema === schema);
      return schema === Nothing || !change || wasThere ? [] : [[schema, change] as const];
    }),
  );
}
