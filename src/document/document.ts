import type { AppChanges } from "../schema/interface/app-changes";
import type { OpenAPIDocument, OpenAPITag } from "../schema/interface/openapi";
import { documentFromOpenAPI30 } from "../schema/json-schema/openapi-30-document";
import { dialectOf, operationsOf, setOperation } from "./path-item";
import { defaultTitle, type AppOptions } from "../core/model/app-options";
import { onceEach } from "../core/model/collections";
import type { Operation } from "../core/model/route";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import type { Schemas } from "../schema/schemas";
import { HeaderComponents } from "./header-components";
import { errorContents, requestIDSchema, type ErrorContents } from "./error-content";
import { describeOperation } from "./operation";
import {
  mergeComponents,
  mergeMembers,
  mergePaths,
  mergeTags,
  mergeWebhooks,
  type GeneratedMethods,
  type Paths,
} from "./document-overrides";
import type { OperationContext } from "./requests";
import type { WriterMaker } from "../schema/document-writer";
import type { DocumentVersions } from "./sent-versions";
import { documentWebhooks, type ShownWebhook } from "./webhook-items";

type DocumentOptions = Pick<
  AppOptions,
  "Title" | "Version" | "Description" | "OpenAPI" | "Errors" | "RequestID"
>;

/** Everything that one OpenAPI document is made from. */
export interface DocumentParts {
  readonly operations: readonly Operation[];
  readonly webhooks: readonly ShownWebhook[];
  readonly webhookNames: () => ReadonlySet<string>;
  /** Returns the HTTP methods in the document of all versions. Called only if `AppOptions.OpenAPI` has `paths`. */
  readonly methods: () => GeneratedMethods;
  readonly schemas: Schemas;
  readonly writerOf: WriterMaker;
  readonly changes: AppChanges;
  readonly options: DocumentOptions;
  readonly versioning: Versioning;
  readonly now: Date | undefined;
  readonly successorOf: OperationContext["successorOf"];
  readonly tellsOfQuery: OperationContext["tellsOfQuery"];
  readonly refusesUnknown: OperationContext["refusesUnknown"];
  readonly errorExample: OperationContext["errorExample"];
  readonly security: OperationContext["security"];
  /** The version of the document; undefined for the document of all versions. */
  readonly version?: Version | undefined;
  readonly versions: DocumentVersions;
}

/** Creates an OpenAPI document, and merges `AppOptions.OpenAPI` into it. */
export function documentOf({
  operations,
  webhooks,
  webhookNames,
  methods,
  schemas,
  writerOf,
  options,
  ...parts
}: DocumentParts): OpenAPIDocument {
  const { info, paths, webhooks: ownWebhooks, components, tags, ...others } = ownWords(options);
  const contracts = webhooks.map(({ span }) => span.contract);
  const documented = { operations, webhooks: contracts, now: parts.now };
  const writer = writerOf(documented, schemas, parts.version);
  const hasOwnError = components?.schemas?.Error !== undefined;
  const errors = errorContents(options, schemas.errors, writer, parts.version, hasOwnError);
  const headers = new HeaderComponents({ "X-Request-Id": requestIDSchema(options) });
  const dialect = dialectOf(options.OpenAPI);
  const described = documentPaths(operations, errors, { ...parts, writer, headers, dialect });
  const merged = paths ? mergePaths(described, paths, methods()) : described;
  const events = mergeWebhooks(
    documentWebhooks(webhooks, { ...parts, writer }),
    ownWebhooks ?? {},
    webhookNames(),
  );
  const allTags = mergeTags(tags ?? [], new Set([...tagsIn(merged), ...tagsIn(events)]));
  const appHeaders = headers.components();
  return {
    openapi: "3.1.1",
    info: mergeMembers(infoOf(options, parts.version), info ?? {}) as OpenAPIDocument["info"],
    // This is OpenAPI's default, but linters complain if `servers` is missing.
    servers: [{ url: "/" }],
    security: [],
    ...others,
    ...(allTags.length === 0 ? {} : { tags: allTags }),
    paths: merged,
    ...(Object.keys(events).length === 0 ? {} : { webhooks: events }),
    components: mergeComponents(
      {
        schemas: { ...writer.components, ...errors.components() },
        ...(Object.keys(appHeaders).length === 0 ? {} : { headers: appHeaders }),
        ...parts.security.schemesOf(operations, parts.versioning.schemes),
      },
      components ?? {},
      writer.ownComponents,
    ),
  };
}

/** Copies `AppOptions.OpenAPI`, because the caller that gets the document may change it. */
function ownWords({ OpenAPI = {} }: DocumentOptions): Partial<OpenAPIDocument> {
  return documentFromOpenAPI30(JSON.parse(JSON.stringify(OpenAPI)) as Partial<OpenAPIDocument>);
}

function infoOf(
  { Title = defaultTitle, Version = "0.0.0", Description }: DocumentOptions,
  version: Version | undefined,
): OpenAPIDocument["info"] {
  return {
    title: Title,
    version: Version,
    ...(Description === undefined ? {} : { description: Description }),
    ...(version === undefined ? {} : { "x-api-version": version }),
  };
}

function documentPaths(
  operations: readonly Operation[],
  errors: ErrorContents,
  shared: Omit<OperationContext, "errors">,
): Paths {
  const paths: Paths = {};
  const contextIn = onceEach((version?: Version) => ({ ...shared, errors: errors.of(version) }));
  for (const operation of operations) {
    const { method, version } = operation.registration;
    const item = (paths[operation.path] ??= {});
    setOperation(item, { method, operation: describeOperation(operation, contextIn(version)) });
  }
  return paths;
}

function tagsIn(paths: Paths): ReadonlySet<OpenAPITag["name"]> {
  const tags = new Set<OpenAPITag["name"]>();
  for (const item of Object.values(paths)) {
    for (const { operation } of operationsOf(item)) {
      // `AppOptions.OpenAPI` may have set `tags` to any value.
      if (Array.isArray(operation.tags)) operation.tags.forEach((tag) => tags.add(tag));
    }
  }
  return tags;
}
