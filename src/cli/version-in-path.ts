import type { App } from "../app";
import { openAPIPath } from "../http/path";
import type { Version } from "../model/version";
import { documentedPathShape as shapeOf } from "../compare/documented-operation";
import { below, isDocumented } from "./paths";

/**
 * What stands before the version in the paths of an App's documents, `v` in `/v1/cats`; undefined under every scheme
 * but VersioningURI.
 *
 * An App does not tell: but under that scheme alone its documents hold a version's routes, each of them, below one more
 * segment that ends with the version.
 */
export function versionPrefixOf(app: App): string | undefined {
  const visible = app.Inspect().filter(isDocumented);
  for (const version of app.Versions()) {
    const declared = visible.filter(({ Versions }) => Versions.includes(version));
    const paths = new Set(Object.keys(app.Document(version).paths).map(shapeOf));
    const ending = literal(version);
    const segments = [...paths]
      .map((path) => path.split("/")[1] ?? "")
      .filter((text) => text.endsWith(ending));
    const found = segments.find((segment) =>
      declared.every(({ Path }) => paths.has(below(`/${segment}`, shapeOf(Path)))),
    );
    if (found !== undefined && declared.length > 0) return found.slice(0, found.length - ending.length);
  }
  return undefined;
}

/** `/v1`, as documents write it. */
export function versionSegment(prefix: string, version: Version): string {
  return `/${prefix}${literal(version)}`;
}

function literal(version: Version): string {
  return openAPIPath([{ kind: "static", text: version }]).slice(1);
}
