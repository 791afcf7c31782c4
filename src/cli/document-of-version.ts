import type { App } from "../app/app";
import type { OpenAPIDocument } from "../model/openapi";
import type { Version } from "../model/version";
import { unansweredVersion } from "../model/versioning";
import { Unusable } from "./command";

/**
 * The document of a version that was named on the command line.
 *
 * @throws Unusable, with the versions that there are, where no route answers it.
 */
export function documentNamed(app: App, version: Version): OpenAPIDocument {
  const versions = app.Versions();
  if (versions.includes(version)) return app.Document(version);
  throw new Unusable(unansweredVersion(version, versions));
}
