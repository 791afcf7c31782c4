import { listedIn, schemaAt } from "../schema/interface/at-version";
import { declaredResponses, type DeclaredResponse } from "../core/model/contract";
import { historyOf, Nothing } from "../schema/interface/histories";
import type {
  OpenAPIOperation,
  OpenAPIParameter,
  OpenAPIPathItem,
  OpenAPIResponse,
} from "../schema/interface/openapi";
import { namedVersions, type ResolvedWebhook, type Span } from "../core/model/route";
import type { Version, VersionPoint } from "../core/model/version";
import { mediaTypes } from "../core/model/returned-value";
import { changesInWords, inOrder, writtenMembers } from "./operation";
import { headerParameter, type OperationContext } from "./requests";
import { ignoredHeaders } from "./sent-versions";
import { contentOf, headersOf, statusInWords } from "./responses";
import type { SchemaWriter } from "../schema/document-writer";

/** A webhook in the document of one version, or of all versions. */
export interface ShownWebhook {
  readonly span: Span<ResolvedWebhook>;
  /** The version of the document; undefined for the document of all versions, which shows the newest form. */
  readonly version: Version | undefined;
}

/** Describes webhooks by name. If a name occurs twice, the last webhook of the list is shown. */
export function documentWebhooks(
  webhooks: readonly ShownWebhook[],
  shared: Pick<OperationContext, "writer" | "changes">,
): Readonly<Record<string, OpenAPIPathItem>> {
  return Object.fromEntries(
    webhooks.map((shown) => [shown.span.form.path, { post: describeWebhook(shown, shared) }]),
  );
}

function describeWebhook(
  shown: ShownWebhook,
  { writer, changes }: Pick<OperationContext, "writer" | "changes">,
): OpenAPIOperation {
  const { span, version } = shown;
  const payload = span.contract.responses.find(({ place }) => place === "webhook");
  const shownChanges =
    version === undefined
      ? changes.at(span.route).map(({ change }) => change)
      : changes.after({ route: span.route, version });
  const schema = payload?.schema && writer.write(payload.schema, "output");
  return inOrder({
    ...writtenMembers(span.form.settings),
    ...changesInWords(shownChanges),
    parameters: webhookParameters(shown, writer),
    ...(schema ? { requestBody: { required: true, content: { [mediaTypes.json]: { schema } } } } : {}),
    responses: answersOf(shown, writer),
  });
}

function webhookParameters({ span, version }: ShownWebhook, writer: SchemaWriter): OpenAPIParameter[] {
  const headers = span.contract.responses.find(({ place }) => place === "webhook headers");
  const declared = headers?.schema ? writer.properties(headers.schema, "output") : [];
  const own = declared.filter(({ name }) => !ignoredHeaders.has(name.toLowerCase()));
  const isDeclared = own.some(({ name }) => name.toLowerCase() === versionHeader.toLowerCase());
  if (isDeclared) return own.map(headerParameter);
  const values = version === undefined ? namedVersions(span) : [version];
  const schema = { type: "string", enum: values, ...(version === undefined ? {} : { default: version }) };
  const description = "The version whose format the body has";
  return [
    { name: versionHeader, in: "header", required: true, description, schema },
    ...own.map(headerParameter),
  ];
}

const versionHeader = "API-Version";

function answersOf({ span, version }: ShownWebhook, writer: SchemaWriter): Record<string, OpenAPIResponse> {
  const responses = span.form.settings.of(declaredResponses);
  if (responses.length === 0) return { "200": { description: statusInWords(200) } };
  const at = { version: version ?? namedVersions(span).at(-1), order: span.route.order };
  return Object.fromEntries(
    responses.map((response) => [String(response.status), describeAnswer(answerAt(response, at), writer)]),
  );
}

function answerAt(response: DeclaredResponse, at: VersionPoint): DeclaredResponse {
  const history = historyOf(response.schema);
  if (!response.schema || !history) return response;
  const schema = schemaAt(response.schema, listedIn(history, at));
  return { ...response, schema: schema === Nothing ? undefined : schema };
}

function describeAnswer(response: DeclaredResponse, writer: SchemaWriter): OpenAPIResponse {
  const description = response.description ?? statusInWords(response.status);
  const content = contentOf(response, { writer, dialect: "3.1" }, "input");
  return { description, ...headersOf(response, { writer }), ...(content ? { content } : {}) };
}
