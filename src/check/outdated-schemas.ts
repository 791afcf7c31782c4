import type { Change } from "../model/change";
import type { Contract } from "../model/contract";
import { Nothing, type History, type Link } from "../model/history";
import type { Problem } from "../model/problem";
import type { Span, Surface } from "../model/route";
import type { Side } from "../model/schema";
import { optionTable } from "../model/setting";
import type { Version, VersionOrder } from "../model/version";
import { containedSchemas } from "../schema/held-schemas";
import { type Schemas } from "../schema/schemas";
import { remembered } from "../schema/reader";
import { targetOf } from "../json-schema/targets";
import { problem } from "./problems";

/** Schemas that were introduced by a change, but are used in a version before it, directly or within another schema. */
export function checkReplaced(
  spans: readonly Span<Surface>[],
  { uses, documented, shared }: Pick<Schemas, "uses" | "documented" | "shared">,
  order: VersionOrder,
): readonly Problem[] {
  const historiesOf = (side?: Side): readonly History[] =>
    uses.flatMap((use) => (use.history && (side === undefined || use.side === side) ? use.history : []));
  const introduced = changesBySchema(historiesOf(), order);
  const containedIn = remembered(containedSchemas(introduced));
  const since = withoutEarlier(introduced, historiesOf(), containedIn, order);
  if (since.size === 0) return [];
  const ofRequests = changesBySchema(historiesOf("input"), order);
  const newer = remembered((schema) => containedIn(schema, undefined).filter((one) => since.has(one)));
  const oldestOf = oldestVersionIn(order);
  const isNewer = (schema: object): boolean => newer(schema, undefined).length > 0;
  return spans.flatMap(({ route, reach, contract }) => {
    if (reach.by !== "versions") return [];
    const oldest = oldestOf(reach.versions);
    return shownByContract(contract, isNewer).flatMap(({ schema, side, option, isOfHistory }) =>
      newer(schema, undefined).flatMap((one) => {
        const change = since.get(one);
        const isSaid = isOfHistory && one === schema;
        if (!change || isSaid || order.isFrom(oldest, change.Version)) return [];
        const name = nameOf(one, side) ?? `in ${option} a schema`;
        const isOfAnswers = side === "input" && !ofRequests.has(one);
        return [
          problem("schema-replaced", route.where, name, change.Description, isOfAnswers ? " in answers" : ""),
        ];
      }),
    );
  });

  /** The name of a schema, or of the schema that it refers to. */
  function nameOf(schema: object, side: Side): string | undefined {
    const json = documented(schema, side);
    return json && shared.componentsIn().nameOf(targetOf(json));
  }
}

/** Finds the oldest version of a span. */
function oldestVersionIn(order: VersionOrder): (versions: ReadonlySet<Version>) => Version {
  // Many spans share one set of versions.
  const oldestOf = remembered((versions) =>
    [...(versions as ReadonlySet<Version>)].reduce((one, other) =>
      order.isBefore(other, one) ? other : one,
    ),
  );
  return (versions) => oldestOf(versions, undefined);
}

/** A schema that a version's clients send or see. */
interface ShownSchema {
  readonly schema: object;
  readonly side: Side;
  /** The option with the schema: `WithBody`. */
  readonly option: string;
  /** True if a history assigns it to this version: then only its parts can be too new. */
  readonly isOfHistory: boolean;
}

/** Skips schemas wrapped in a bare `Versioned(schema)`: the author says they are current in every version. */
function shownByContract(
  { inputs, convertedInputs, responses }: Contract,
  isWanted: (schema: object) => boolean,
): readonly ShownSchema[] {
  const isMeant = (history: History | undefined): boolean => history?.links.length === 1;
  const taken = inputs.flatMap(({ part, schema }): readonly ShownSchema[] => {
    if (!isWanted(schema)) return [];
    const history = convertedInputs.find((converted) => converted.part === part)?.history;
    if (isMeant(history)) return [];
    return [{ schema, side: "input", option: optionTable[part].name, isOfHistory: history !== undefined }];
  });
  const given = responses.flatMap(({ schema, converted }): readonly ShownSchema[] => {
    if (!schema || !isWanted(schema) || isMeant(converted?.history)) return [];
    return [
      { schema, side: "output", option: optionTable.response.name, isOfHistory: converted !== undefined },
    ];
  });
  return [...taken, ...given];
}

/** The change that introduced each schema of the histories, the latest if there are several. */
function changesBySchema(histories: readonly History[], order: VersionOrder): ReadonlyMap<object, Change> {
  const since = new Map<object, Change>();
  for (const [schema, change] of histories.flatMap(newSchemas)) {
    const known = since.get(schema);
    if (!known || order.isBefore(known.Version, change.Version)) since.set(schema, change);
  }
  return since;
}

/** Without the schemas that an author's link shows, itself or within another schema, to versions before their change. */
function withoutEarlier(
  since: ReadonlyMap<object, Change>,
  histories: readonly History[],
  containedIn: (schema: object, variant: undefined) => readonly object[],
  order: VersionOrder,
): ReadonlyMap<object, Change> {
  const left = new Map(since);
  const visit = ({ links, within }: History): void => {
    for (const link of links) {
      // A lifted link may have the newest schema of another part.
      if (!link.change || link.isLifted) continue;
      for (const schema of linkSchemas(link).flatMap((one) => containedIn(one, undefined))) {
        const change = since.get(schema);
        if (change && !order.isBefore(change.Version, link.change.Version)) left.delete(schema);
      }
    }
    for (const { history } of within) visit(history);
  };
  histories.forEach(visit);
  return left;
}

/** The schemas of a history, and of its lifted histories, that did not exist before a change. */
function newSchemas({ links, within }: History): readonly (readonly [object, Change])[] {
  const own: (readonly [object, Change])[] = [];
  const were = new Set<object>();
  links.toReversed().forEach((link, i, oldestFirst) => {
    // The change is kept in the link before it.
    const change = oldestFirst[i - 1]?.change;
    for (const schema of linkSchemas(link)) {
      if (change && !were.has(schema)) own.push([schema, change]);
      were.add(schema);
    }
  });
  return [...own, ...within.flatMap(({ history }) => newSchemas(history))];
}

/** The schemas of a link: its own, and that of its face. */
function linkSchemas({ schema, face }: Link): readonly object[] {
  return [schema, face?.schema].filter((one): one is object => one !== undefined && one !== Nothing);
}
