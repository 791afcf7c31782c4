import type { Checkable } from "../core/check/checkable";
import { reachedBy, reachedUnnamed, refusesUnknownAt, unreachedIn } from "../core/compile/reach";
import { timeOf } from "../core/dispatch/clock";
import { documentOf, type DocumentParts } from "./document";
import { methodsByShape } from "./document-overrides";
import { allSentVersions, oneSentVersion, type SentVersion } from "./sent-versions";
import { errorExamples } from "../core/errors/error-answer";
import type { AppInternals } from "../core/model/app-internals";
import { once, onceEach } from "../core/model/collections";
import type { OpenAPIDocument } from "../schema/interface/openapi";
import type { FormRecord, Operation, Registration, Span } from "../core/model/route";
import type { ErrorDowns } from "../core/model/serving";
import type { Version } from "../core/model/version";
import { knownVersions, releasedIn, unansweredVersion, type Versioning } from "../core/model/versioning";
import { tellsOfQuery } from "./query-routes";
import { atPlainPath, type OperationMakers } from "./operations";
import { inspectForm, routeID } from "./route-records";
import { registeredIn } from "../core/resolve/spans";
import { newestWebhooks, webhookNamesIn, webhooksIn } from "./document-versions";
import { extractionOf, sourcesOf } from "../core/sources/extraction";
import type { AppWings } from "../core/wings/collected";

export interface Documents extends Pick<
  AppInternals,
  "documentOf" | "lastingDocumentOf" | "versionedDocument" | "assumes" | "assumedDocumentOf"
> {
  /** Creates the document of one or all versions. Throws a RangeError for a version that no route answers. */
  readonly document: (version?: Version) => OpenAPIDocument;
  readonly operationsOf: (version: Version) => readonly Operation[];
  /** The record of a route's form, with the id of its operation in the document of the version. */
  readonly formRecordOf: (registration: Registration) => FormRecord;
}

/** A built App, whose declarations the documents describe. */
interface DescribedApp extends Checkable, Pick<DocumentParts, "changes" | "successorOf"> {
  readonly wings: Pick<AppWings, "reading" | "security">;
  readonly operationsOf: OperationMakers["ofVersion"];
}

type Reach = Parameters<typeof reachedUnnamed>[1];

interface ServedRoutes {
  readonly routes: Pick<Reach, "match">;
  readonly errorDowns: ErrorDowns | undefined;
}

/** Documents list the routes that `routes.match` finds, as it does for requests, so documents and responses agree. */
export function documentsOf(sources: DescribedApp, { routes, errorDowns }: ServedRoutes): Documents {
  const api = { match: routes.match, versioning: sources.versioning };
  const context: DocumentContext = {
    ...sources,
    api,
    methods: once(() => methodsByShape(sources.operations())),
    unreached: once(() => new Set(unreachedIn(sources.spans, api))),
    now: () => timeOf(sources.options),
    tellsOfQuery: tellsOfQuery(sources.spans),
    refusesUnknown: onceEach((form) => refusesUnknownAt(form, api)),
    webhookNames: once(() => webhookNamesIn(sources.webhookSpans)),
    errorExample: errorExamples(sources.options.Errors ?? {}, errorDowns),
    writerOf: sources.wings.reading.writerOf,
    security: joinedSecurity(sources.wings.security),
  };
  const versioned = { ...context, versioning: { ...context.versioning, plain: new Set<Version>() } };
  return {
    document: (version) => documentIn(version, context),
    versionedDocument: (version) => documentIn(version, versioned),
    documentOf: (version) => documentOfVersion(version, versioned),
    // Without a present time, nothing counts as ended, so the document keeps all operations. Messages of errors may
    // change in any release, so a document that lasts does not quote them.
    lastingDocumentOf: (version) =>
      documentOfVersion(version, { ...versioned, now: () => undefined, errorExample: () => undefined }),
    operationsOf: (version) => context.operationsOf(reachedOf(version, context)),
    formRecordOf: formRecords(context),
    assumes: (version) => mayAssume(version, sources.versioning),
    assumedDocumentOf: (version) => assumedDocument(version, context),
  };
}

function joinedSecurity(parts: AppWings["security"]): DocumentParts["security"] {
  return {
    schemesOf: (operations, asked) =>
      parts.reduce((described, { schemesOf }) => ({ ...described, ...schemesOf(operations, asked) }), {}),
    refuses: (contract) => parts.some(({ refuses }) => refuses(contract)),
    asksForScopes: (contract) => parts.some(({ asksForScopes }) => asksForScopes(contract)),
  };
}

function formRecords(context: DocumentContext): Documents["formRecordOf"] {
  const newest = releasedIn(context.versions, context.versioning).at(-1);
  const idsIn = onceEach((version?: Version) => {
    const operations =
      version === undefined ? context.operations() : context.operationsOf(reachedOf(version, context));
    return new Map(operations.map(({ registration, id }) => [registration.form, id]));
  });
  // No document contains a hidden route, so its id is the one that it would have without other routes.
  return ({ form, version }) => inspectForm(form, idsIn(version ?? newest).get(form) ?? routeID(form, []));
}

interface DocumentContext
  extends
    DescribedApp,
    Pick<
      DocumentParts,
      | "methods"
      | "writerOf"
      | "tellsOfQuery"
      | "refusesUnknown"
      | "webhookNames"
      | "errorExample"
      | "security"
    > {
  readonly api: Reach;
  readonly unreached: () => ReadonlySet<Span>;
  readonly now: () => Date | undefined;
}

function documentIn(version: Version | undefined, context: DocumentContext): OpenAPIDocument {
  if (version === undefined) {
    const versions = allSentVersions(context.versioning);
    const webhooks = newestWebhooks(context.webhookSpans, context.versioning);
    const unreached = context.unreached();
    return documentOf({
      ...context,
      now: context.now(),
      operations: context.operations().filter(({ registration }) => !unreached.has(registration.span)),
      webhooks,
      versions,
    });
  }
  const { versions, versioning } = context;
  if (!versions.includes(version)) {
    throw new RangeError(unansweredVersion(version, versions, versioning.retired));
  }
  return documentOfVersion(version, context);
}

/** Creates a version's document. Without own routes of the version, it still contains the `VersionNeutral` routes. */
function documentOfVersion(version: Version, context: DocumentContext): OpenAPIDocument {
  const { path, plain, assume, alwaysAssumed } = context.versioning;
  const isAssumed = isUnknown(version, context) || alwaysAssumed === version;
  const sources = sourcesOf(version, context.versioning);
  const assumedSources = path ? [] : extractionOf(assume).sources;
  return documentOf({
    ...documentParts(context, version, { sources, assumedSources, isAssumed, isWithNeutral: true }),
    operations: context.operationsOf(
      plain.has(version) ? plainOf(version, context) : reachedOf(version, context),
    ),
    webhooks: webhooksIn(context.webhookSpans, version),
  });
}

/** The registrations for a version that requests at the plain path get from `AssumeVersion`. */
function plainOf(
  version: Version,
  { spans, api, register, versioning }: DocumentContext,
): readonly Registration[] {
  const reached = registeredIn(version, reachedUnnamed(spans, api, version), register);
  return versioning.path ? reached.map(atPlainPath) : reached;
}

function isUnknown(version: Version, { versioning, versions }: DocumentContext): boolean {
  return versioning.assumesUnknown && !knownVersions(versions, versioning).has(version);
}

function reachedOf(version: Version, context: DocumentContext): readonly Registration[] {
  const { versioning, spans, api, register } = context;
  return isUnknown(version, context)
    ? registeredIn(versioning.alwaysAssumed, reachedUnnamed(spans, api), register)
    : registeredIn(version, reachedBy(version, spans, api), register);
}

/** Creates the document for requests without a version, if the function `AssumeVersion` returns `candidate`. */
function assumedDocument(candidate: Version, context: DocumentContext): OpenAPIDocument {
  const { alwaysAssumed, assume } = context.versioning;
  const version = alwaysAssumed ?? candidate;
  const { sources } = extractionOf(assume);
  return documentOf({
    ...documentParts(context, version, {
      sources,
      assumedSources: [],
      isAssumed: false,
      isWithNeutral: false,
    }),
    operations: context.operationsOf(plainOf(version, context)),
    // Webhooks do not answer requests, so the document for requests without a version has no webhooks.
    webhooks: [],
  });
}

function documentParts(
  context: DocumentContext,
  version: Version,
  shown: Pick<SentVersion, "sources" | "assumedSources" | "isAssumed" | "isWithNeutral">,
): Omit<DocumentParts, "operations" | "webhooks"> {
  const released = releasedIn(context.versioning.order.list, context.versioning);
  return {
    ...context,
    now: context.now(),
    version: context.versions.includes(version) ? version : undefined,
    versions: oneSentVersion({ version, released, ...shown }),
  };
}

function mayAssume(version: Version, { assume, alwaysAssumed }: Versioning): boolean {
  return assume !== undefined && (alwaysAssumed === undefined || alwaysAssumed === version);
}
