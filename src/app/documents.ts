import { reachedBy, reachedUnnamed } from "../compile/reach";
import { timeOf } from "../dispatch/clock";
import { documentOf, type DocumentParts } from "../document/document";
import { methodsByShape } from "../document/document-overrides";
import { allSentVersions, noSentVersions, oneSentVersion } from "../document/sent-versions";
import { once } from "../model/collections";
import type { OpenAPIDocument } from "../model/openapi";
import type { Operation, Registration } from "../model/route";
import type { Version } from "../model/version";
import { knownVersions, releasedIn, unansweredVersion, type Versioning } from "../model/versioning";
import { tellsOfQuery } from "../resolve/query-routes";
import { registeredIn } from "../resolve/registrations";
import { newestWebhooks, webhookNamesIn, webhooksIn } from "../resolve/document-versions";
import { sourcesIn } from "../sources/extraction";
import type { BuildContext } from "./build-context";
import type { Serving } from "./serving-plan";

/** Creates the documents of a built App on demand. */
export interface Documents {
  /**
   * The document of all versions, or of a version that some route answers.
   *
   * @throws RangeError for any other version.
   */
  readonly document: (version?: Version) => OpenAPIDocument;
  /** The document of a version. If the version has no routes, the document of the neutral routes that its clients still reach. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** The operations of that document. */
  readonly operationsOf: (version: Version) => readonly Operation[];
  /** True if `AssumeVersion` may assume this version for a request that names none. */
  readonly assumes: (version: Version) => boolean;
  /** The document of requests that name no version, if `AssumeVersion` assumes this version for them. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
}

/** The parts of a Build that its documents need. */
interface DocumentSources extends BuildContext {
  readonly serving: Serving;
}

/** The documents of a Build. */
export function documentsOf(sources: DocumentSources): Documents {
  // Every document needs the methods of all versions.
  const context = {
    ...sources,
    methods: once(() => methodsByShape(sources.operations())),
    tellsOfQuery: tellsOfQuery(sources.spans),
    webhookNames: once(() => webhookNamesIn(sources.webhookSpans)),
  };
  return {
    document: (version) => documentIn(version, context),
    documentOf: (version) => documentOfVersion(version, context),
    operationsOf: (version) => context.operationsOf(reachedOf(version, context)),
    assumes: (version) => mayAssume(version, sources.versioning),
    assumedDocumentOf: (version) => assumedDocument(version, context),
  };
}

interface DocumentContext extends DocumentSources {
  readonly methods: DocumentParts["methods"];
  readonly tellsOfQuery: DocumentParts["tellsOfQuery"];
  readonly webhookNames: DocumentParts["webhookNames"];
}

/** The document of all versions, or of one. */
function documentIn(version: Version | undefined, context: DocumentContext): OpenAPIDocument {
  if (version === undefined) {
    const versions = allSentVersions(context.versioning);
    const webhooks = newestWebhooks(context.webhookSpans, context.versioning);
    return documentOf({ ...documentParts(context), operations: context.operations(), webhooks, versions });
  }
  if (!context.versions.includes(version)) throw new RangeError(unansweredVersion(version, context.versions));
  return documentOfVersion(version, context);
}

/**
 * The document of a version without routes: its neutral routes or, under `UnknownVersion`, the document of requests
 * that name no version.
 */
function documentOfVersion(version: Version, context: DocumentContext): OpenAPIDocument {
  const { versioning } = context;
  const [source] = versioning.sources;
  const released = releasedIn(versioning.order.list, versioning);
  const isAssumed = isUnknown(version, context) || mayAssume(version, versioning);
  const sent = source && oneSentVersion({ version, source, isAssumed, isWithNeutral: true, released });
  return documentOf({
    ...documentParts(context),
    operations: context.operationsOf(reachedOf(version, context)),
    webhooks: webhooksIn(context.webhookSpans, version),
    version: servedVersion(version, context),
    versions: sent ?? noSentVersions,
  });
}

/** True for a version that nobody has declared, under `UnknownVersion: "assume"`. */
function isUnknown(version: Version, { versioning, versions }: DocumentContext): boolean {
  return versioning.assumesUnknown && !knownVersions(versions, versioning).has(version);
}

/** The registrations that requests of a version reach. */
function reachedOf(version: Version, context: DocumentContext): readonly Registration[] {
  const { versioning, spans, serving, register } = context;
  const api = { match: serving.plan.match, versioning };
  return isUnknown(version, context)
    ? registeredIn(versioning.alwaysAssumed, reachedUnnamed(spans, api), register)
    : registeredIn(version, reachedBy(version, spans, api), register);
}

/** The document of requests that name no version, assuming this version if any. */
function assumedDocument(told: Version, context: DocumentContext): OpenAPIDocument {
  const { versioning, spans, serving, register } = context;
  const { alwaysAssumed, assume, path } = versioning;
  const version = alwaysAssumed ?? told;
  const spansReached = reachedUnnamed(spans, { match: serving.plan.match, versioning }, told);
  const reached = registeredIn(version, spansReached, register);
  const plain = path ? reached.map(atPlainPath) : reached;
  const [source] = sourcesIn(assume);
  const released = releasedIn(versioning.order.list, versioning);
  const sent =
    source && oneSentVersion({ version, source, isAssumed: false, isWithNeutral: false, released });
  return documentOf({
    ...documentParts(context),
    operations: context.operationsOf(plain),
    // Webhooks are sent, and answer no request.
    webhooks: [],
    version: servedVersion(version, context),
    versions: sent ?? noSentVersions,
  });
}

function servedVersion(version: Version, { versions }: BuildContext): Version | undefined {
  return versions.includes(version) ? version : undefined;
}

/** A registration under VersioningURI without its version's segment. */
function atPlainPath(registration: Registration): Registration {
  return { ...registration, segments: registration.form.segments };
}

function documentParts(
  context: DocumentContext,
): Omit<DocumentParts, "operations" | "webhooks" | "version" | "versions"> {
  const { versioning, methods, webhookNames, schemas, changes, options, successorOf, tellsOfQuery } = context;
  const now = timeOf(options);
  return { methods, webhookNames, schemas, changes, options, versioning, successorOf, tellsOfQuery, now };
}

/** True if a request that names no version may get this version. */
function mayAssume(version: Version, { assume, alwaysAssumed }: Versioning): boolean {
  return assume !== undefined && (alwaysAssumed === undefined || alwaysAssumed === version);
}
