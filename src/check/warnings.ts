import type { Registration, Resolution, ResolvedRoute } from "../model/route";
import type { Versioning } from "../model/versioning";
import type { Schemas } from "../schema/schemas";
import { optionOf } from "../schema/uses";

/** What may be built, and is likely not meant. */
export interface Warning {
  readonly route: ResolvedRoute;
  readonly message: string;
}

interface Background {
  readonly versioning: Versioning;
  readonly schemas: Schemas;
  readonly registrations: readonly Registration[];
  readonly now: Date;
}

/** What the Logger is told by a Build. */
export function warningsOf(
  { routes }: Resolution,
  { versioning, schemas, registrations, now }: Background,
): readonly Warning[] {
  return [...unserved(routes, versioning), ...undescribed(schemas), ...ended(registrations, now)];
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

/** A schema that no JSON Schema can be had of validates all the same; in the document it is `{}`. */
function undescribed({ uses, describe }: Schemas): readonly Warning[] {
  return uses.flatMap((use) => {
    const { route, schema, side } = use;
    const description = describe(schema, side);
    if (!("failure" in description)) return [];
    const message = `${route.where}: the schema of ${optionOf(use)} can't be described: ${description.failure}; it stands as {} in the document`;
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
