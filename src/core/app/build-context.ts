import type { Checkable } from "../check/checkable";
import type { AppChanges } from "../../schema/interface/app-changes";
import type { RouterDeclaration } from "../model/declaration";
import { errorSchemaIn, errorSchemasOf } from "../model/error-format";
import { once } from "../model/collections";
import type { AppOptions } from "../model/app-options";
import { dialectOf } from "../../document/path-item";
import type { LifeOf, SuccessorOf } from "../model/route";
import { isCallable } from "../model/setting";
import { releasedIn, type Versioning } from "../model/versioning";
import { newestPoint } from "../resolve/contracts";
import { documentVersions } from "../../document/document-versions";
import { livesInBy, livesOf, successorsOf } from "../../life/lives";
import { registrar, spansOf } from "../resolve/spans";
import { operationMakers, type OperationMakers } from "../../document/operations";
import { servedVersions } from "../resolve/ranges";
import { resolve } from "../resolve/resolve";
import { versioningOf } from "../resolve/versioning-defaults";
import { wingsOf, type AppWings } from "../wings/collected";
import type { Schemas } from "../../schema/schemas";

export interface BuildContext extends Checkable {
  readonly wings: AppWings;
  readonly lifeOf: LifeOf;
  readonly successorOf: SuccessorOf;
  readonly changes: AppChanges;
  readonly operationsOf: OperationMakers["ofVersion"];
}

/** Resolves the declarations, but does not check them. */
export function buildContextOf(
  tree: RouterDeclaration,
  use: readonly unknown[],
  options: AppOptions,
): BuildContext {
  const versioning = versioningOf(options.Versioning);
  const wings = wingsOf(tree, options, versioning);
  const { older } = wings;
  const resolution = resolve(tree, versioning, older.forms);
  const versions = servedVersions(resolution.routes, versioning);
  const spans = spansOf(resolution.routes, versions, versioning);
  const webhooks = older.webhooksIn(resolution.webhooks, versions);
  const webhookSpans = older.webhookSpansOf(webhooks, versioning);
  const meaning = { wings, options, use, versioning, resolution, versions, spans, webhooks, webhookSpans };
  const errors = errorSchemaIn(options);
  return {
    ...meaning,
    ...livingParts(meaning),
    schemas: schemasFor(meaning),
    changes: older.changesOf({ routes: resolution.routes, webhooks, errors }, versioning),
  };
}

/** The context of Build, and a function that makes it again with other dates. */
export function livingContext(built: BuildContext): {
  readonly built: BuildContext;
  readonly withLifecycles: (lifecycles: Versioning["lifecycles"]) => BuildContext;
} {
  return {
    built,
    withLifecycles: (lifecycles) => {
      const changed = { ...built, versioning: { ...built.versioning, lifecycles } };
      return { ...changed, ...livingParts(changed) };
    },
  };
}

function livingParts({ options, versioning, spans }: Pick<BuildContext, "options" | "versioning" | "spans">) {
  const lifeOf = livesOf(versioning);
  const register = registrar(versioning, lifeOf);
  const operations = operationMakers(versioning, register, dialectOf(options.OpenAPI));
  return {
    lifeOf,
    register,
    livesIn: livesInBy(versioning, lifeOf),
    // Operation ids are created on first use. Requests do not need them, and they take half the time of a Build.
    operations: once(() => operations.ofAll(spans)),
    operationsOf: operations.ofVersion,
    successorOf: successorsOf(spans, versioning, register),
  };
}

function schemasFor({
  options,
  versioning,
  resolution,
  versions,
  wings,
  ...spans
}: Pick<
  BuildContext,
  "wings" | "options" | "versioning" | "resolution" | "versions" | "spans" | "webhooks" | "webhookSpans"
>): Schemas {
  const documents = {
    // `schemasOf` takes the last version of this list as the newest, and a preview must never be the newest.
    versions: [...versioning.previews, ...releasedIn(versions, versioning)],
    versionsOf: documentVersions(spans, versions, versioning),
    errors: errorSchemasOf(errorSchemaIn(options), newestPoint(versioning), options),
  };
  const ajv = isCallable(options.Ajv) ? options.Ajv : undefined;
  return wings.reading.schemasOf(
    { routes: resolution.routes, ...spans },
    {
      documents,
      ajv,
      components: wings.reading.componentsIn(options.OpenAPI),
      judgesBy: wings.older.judgesBy,
    },
  );
}
