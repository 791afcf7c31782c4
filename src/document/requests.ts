import type { AppChanges } from "../model/app-changes";
import type { OpenAPIParameter } from "../model/openapi";
import type { Contract } from "../model/contract";
import type { Operation, SuccessorOf } from "../model/route";
import { bodyMediaTypes, bodyTypesOf, type Part } from "../model/schema";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { AppHeaders } from "./app-headers";
import type { ErrorContent } from "./error-content";
import { namedExamples } from "./example-objects";
import type { DocumentedProperty, SchemaWriter } from "./schema-writer";

/** The parts that the operations of one document share. */
export interface Shared {
  readonly writer: SchemaWriter;
  readonly errors: ErrorContent;
  readonly headers: AppHeaders;
  readonly versioning: Versioning;
  readonly changes: AppChanges;
  readonly now: Date | undefined;
  readonly successorOf: SuccessorOf;
  /** How requests send the version that the document is for; undefined where it stands in the path, or is for all. */
  readonly sent: SentVersion | undefined;
}

/** A version, and where it is sent. */
export interface SentVersion {
  readonly version: Version;
  readonly source: VersionSource;
  /** Whether a request that names no version is one of this version. */
  readonly isAssumed: boolean;
  /** Whether requests of neutral routes are shown with it too. */
  readonly isWithNeutral: boolean;
}

/** The path's parameters, then those of the query, the headers, the cookies. */
export function parametersOf(operation: Operation, { writer, sent }: Shared): OpenAPIParameter[] {
  const { contract, version } = operation.registration;
  const { inputs } = contract;
  const propertiesOf = (part: Part): readonly DocumentedProperty[] => {
    const input = inputs.find((declared) => declared.part === part);
    return input ? writer.properties(input.schema) : [];
  };
  const parameters = pathParameters(operation, inputs.length === 0 ? [] : propertiesOf("params"));
  const isSent = version !== undefined || sent?.isWithNeutral === true;
  const ofVersion = sent && isSent ? versionParameter(sent) : undefined;
  if (ofVersion) parameters.push(ofVersion);
  if (inputs.length === 0) return parameters;
  const declared = [
    ...propertiesOf("query").map((property) => parameter("query", property)),
    ...propertiesOf("headers")
      .filter(({ name }) => !ignored.has(name))
      .map((property) => parameter("header", property)),
    ...propertiesOf("cookies").map((property) => parameter("cookie", property)),
  ];
  parameters.push(...declared.filter((one) => !ofVersion || !isSameParameter(one, ofVersion)));
  return parameters;
}

function pathParameters(
  { segments, registration }: Operation,
  declared: readonly DocumentedProperty[],
): OpenAPIParameter[] {
  // The document's path may carry another route's names: its parameters stand in the same order.
  const own = declared.length === 0 ? [] : segmentNames(registration.segments);
  return segmentNames(segments).map((name, i) => {
    const property = declared.find((one) => one.name === own[i]);
    // A new schema for each: whoever is given a document may change it.
    const { schema = { type: "string" }, description } = property ?? {};
    return parameter("path", { name, schema, description, required: true });
  });
}

function segmentNames(segments: Operation["segments"]): readonly string[] {
  const names: string[] = [];
  for (const segment of segments) if ("name" in segment) names.push(segment.name);
  return names;
}

/** Header parameters that OpenAPI ignores (3.1.1, 4.8.12.2): it has other places for what they say. */
const ignored = new Set(["accept", "content-type", "authorization"]);

/** The parameter that names a version, filled in; none where the source is no parameter. */
function versionParameter({ version, source, isAssumed }: SentVersion): OpenAPIParameter | undefined {
  if (!source.parameter) return undefined;
  const { name, in: place } = source.parameter;
  const required = !isAssumed;
  if (source.partsFor) {
    const schema = { type: "string", enum: [version], default: version };
    return { name, in: place, required, description: "The version of the API", schema };
  }
  // An account, or a token, by which the application finds the version.
  if (place === "header" && ignored.has(name.toLowerCase())) return undefined;
  const description = "Settles the version of the API";
  return { name, in: place, required, description, schema: { type: "string" } };
}

function isSameParameter(one: OpenAPIParameter, other: OpenAPIParameter): boolean {
  return one.in === other.in && one.name.toLowerCase() === other.name.toLowerCase();
}

function parameter(
  place: OpenAPIParameter["in"],
  { name, required, description, schema }: DocumentedProperty,
): OpenAPIParameter {
  const written: OpenAPIParameter = { name, in: place };
  if (required) written.required = true;
  if (description !== undefined) written.description = description;
  written.schema = schema;
  return written;
}

/** The body that a route reads; undefined where it reads none. */
export function requestBodyOf({ inputs }: Contract, { writer }: Shared): object | undefined {
  const body = inputs.find(({ part }) => part === "body");
  if (!body) return undefined;
  const { Examples } = body.options;
  const content = bodyTypesOf(body.options).map((type) => {
    const schema = writer.write(body.schema, "input");
    return [bodyMediaTypes[type][0], { schema, ...namedExamples(Object.entries(Examples ?? {})) }] as const;
  });
  return { required: !writer.isOptional(body.schema), content: Object.fromEntries(content) };
}
