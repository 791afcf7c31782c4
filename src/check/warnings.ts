import { isSuccess } from "../http/status";
import type { Registration, ResolvedRoute } from "../model/route";
import type { Versioning } from "../model/versioning";
import type { Schemas } from "../schema/schemas";
import { optionOf } from "../schema/uses";
import type { BuildContext } from "./check";

/** A declaration that may be built, and is likely not meant. */
export interface Warning {
  readonly route: ResolvedRoute;
  readonly message: string;
}

/** The warnings that the Logger is given by a Build. */
export function warningsOf(
  { resolution, versioning, schemas, registrations }: WarnedContext,
  { unreached, now }: ServingFacts,
): readonly Warning[] {
  return [
    ...unserved(resolution.routes, versioning),
    ...behindAssumed(unreached, versioning),
    ...withoutOwnStatus(resolution.routes),
    ...undescribed(schemas),
    ...ended(registrations, now),
  ];
}

type WarnedContext = Pick<BuildContext, "resolution" | "versioning" | "schemas" | "registrations">;

/** Facts that are known once the App can be served. */
interface ServingFacts {
  /** The registrations that no request reaches. */
  readonly unreached: readonly Registration[];
  readonly now: Date;
}

function unserved(routes: readonly ResolvedRoute[], { isEnabled }: Versioning): readonly Warning[] {
  if (!isEnabled) return [];
  return routes
    .filter(({ versions }) => versions.length === 0)
    .map((route) => ({
      route,
      message:
        `${route.method} ${route.path} declares no version and no default version applies; ` +
        "it will answer no request while versioning is enabled",
    }));
}

/** Under VersioningURI a request at a plain path can name no version but the one that is assumed. */
function behindAssumed(
  unreached: readonly Registration[],
  { alwaysAssumed }: Versioning,
): readonly Warning[] {
  return unreached.map(({ route }) => ({
    route,
    message:
      `${route.where}: no request reaches it, since AssumeVersion names version ` +
      `${JSON.stringify(alwaysAssumed)} at its path, and a route of that version answers`,
  }));
}

/** A schema that no JSON Schema can be had of validates all the same; in the document it is `{}`. */
function undescribed({ uses, describe }: Schemas): readonly Warning[] {
  const warnings = uses.flatMap((use): readonly Warning[] => {
    const { route, schema, side } = use;
    const description = describe(schema, side);
    if (!("failure" in description)) return [];
    const message = `${route.where}: the schema of ${optionOf(use)} can't be described: ${description.failure}; it stands as {} in the document`;
    return [{ route, message }];
  });
  // Each version of a route has the schemas of those that did not change.
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}

/** Several successes, none of which a returned value is answered with. */
function withoutOwnStatus(routes: readonly ResolvedRoute[]): readonly Warning[] {
  return routes.flatMap((route) => {
    const { status, responses } = route.contract;
    const successes = responses.filter((response) => isSuccess(response.status));
    if (successes.length < 2 || successes.some((response) => response.status === status)) return [];
    const listed = successes.map((response) => response.status).join(", ");
    const message =
      `${route.where}: declares no response for its status, ${status}: ` +
      `it declares ${listed}; say by Status which of them a returned value is answered with`;
    return [{ route, message }];
  });
}

function ended(registrations: readonly Registration[], now: Date): readonly Warning[] {
  return registrations.flatMap(({ route, method, path, reach, life }) => {
    if (!life?.sunset || life.sunset > now) return [];
    const what =
      reach.by === "version" ? `${method} ${path} of version ${reach.version}` : `${method} ${path}`;
    const state = life.isGoneAfterwards ? "it is answered with 410" : "it is still served";
    return [{ route, message: `${what} has passed its sunset, ${life.sunset.toUTCString()}; ${state}` }];
  });
}
