import { mapSchemas } from "../../schema/json-schema/subschema";
import { withReferences } from "../../schema/json-schema/targets";
import type { OperationJudge } from "../../core/model/app-internals";
import type {
  OpenAPIDocument,
  OpenAPIOperation,
  OpenAPIParameter,
  OpenAPIResponse,
} from "../../schema/interface/openapi";
import { bodyMediaTypes, type JSONSchema } from "../../schema/interface/schema";
import type { VersionParts } from "../../core/model/source";

export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

export interface ToolContext {
  readonly document: OpenAPIDocument;
  readonly now: Date;
  readonly sent: VersionParts;
  /** The parameters that name the version, such as `header x-api-version`. They are not part of a tool's input. */
  readonly ownParameters: ReadonlySet<string>;
  readonly base: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** An operation of the document. The references to its parts, such as `requestBody`, are resolved. */
export interface PlacedOperation {
  readonly operation: OpenAPIOperation;
  readonly method: string;
  readonly path: string;
  /** The parameters of the operation, including those of its path item. */
  readonly parameters: readonly OpenAPIParameter[];
  readonly requestBody: object | undefined;
  readonly responses: readonly (readonly [status: string, response: OpenAPIResponse])[];
  readonly judge: OperationJudge | undefined;
}

/** A member of a tool's input, and the part of the request that it becomes. */
export interface InputMember {
  readonly name: string;
  readonly part: OpenAPIParameter["in"] | "body";
  /** The name in the request: `id` for the member `id_in_query`. */
  readonly sentAs: string;
  readonly required: boolean;
  readonly schema: JSONSchema;
  /** The separator between the items of a list; undefined if each item is sent as a parameter of its own. */
  readonly separator: string | undefined;
  readonly type: string | undefined;
}

/** Makes a tool's input schema, with members such as `id`; undefined if the operation's body cannot be sent. */
export function inputOf(
  { parameters: documented, requestBody, method }: PlacedOperation,
  { document, ownParameters }: ToolContext,
): { readonly schema: ObjectSchema; readonly members: readonly InputMember[] } | undefined {
  const parameters = documented
    .filter((parameter) => !ownParameters.has(`${parameter.in} ${parameter.name.toLowerCase()}`))
    .map(parameterMember);
  const body = bodyMember(requestBody);
  // `fetch` refuses a body in a GET or HEAD request (Fetch Standard, section 5.4).
  if (body === "none fits" || (body && /^(?:GET|HEAD)$/.test(method))) return undefined;
  const members = namedMembers([...parameters, ...(body ? [body] : [])]);
  const required = members.filter((member) => member.required).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(members.map((member) => [member.name, member.schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return { schema: { ...selfContained(schema, document), type: "object" }, members };
}

/** Renames members that have the same name: `id` becomes `id_in_query`. Repeats this until all names differ. */
function namedMembers(members: readonly InputMember[]): readonly InputMember[] {
  const isTwice = ({ name }: InputMember): boolean =>
    members.filter((member) => member.name === name).length > 1;
  const repeated = members.filter((member) => member.name === member.sentAs && isTwice(member));
  if (repeated.length === 0) return members;
  return namedMembers(
    members.map((member) =>
      repeated.includes(member) ? { ...member, name: `${member.sentAs}_in_${member.part}` } : member,
    ),
  );
}

const styleSeparators: Readonly<Record<string, string>> = {
  form: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
};

function parameterMember({ name, in: part, schema = {}, ...parameter }: OpenAPIParameter): InputMember {
  const { required = false, description, style = "form", explode } = parameter;
  const querySeparator = explode === false ? styleSeparators[style] : undefined;
  return {
    ...{ name, part, sentAs: name, required, type: undefined },
    schema: { ...schema, ...(description !== undefined && { description }) },
    separator: part === "query" ? querySeparator : ",",
  };
}

/** Makes the input member for a body of JSON, a form or text; "none fits" for other types, undefined without a body. */
function bodyMember(requestBody: object | undefined): InputMember | undefined | "none fits" {
  if (!requestBody) return undefined;
  // The cast is safe: a Request Body Object has these members (OpenAPI 3.1, 4.8.13).
  const { content = {}, required = false } = requestBody as {
    readonly content?: Readonly<Record<string, { readonly schema?: JSONSchema }>>;
    readonly required?: boolean;
  };
  const types = [bodyMediaTypes.json[0], bodyMediaTypes.form[0], bodyMediaTypes.text[0]];
  const type = types.find((one) => Object.hasOwn(content, one));
  if (type === undefined) return "none fits";
  const { schema = {} } = content[type] ?? {};
  return { name: "body", part: "body", sentAs: "body", required, schema, separator: undefined, type };
}

/**
 * Finds the schema of an operation's success response: `{ schema: undefined }` unless there is exactly one, with a JSON
 * body. Returns undefined if no success response is documented, or if one is a stream.
 */
export function successOf({
  responses,
}: PlacedOperation): { readonly schema: JSONSchema | undefined } | undefined {
  const having = (statuses: RegExp): PlacedOperation["responses"] =>
    responses.filter(([status]) => statuses.test(status));
  const own = having(/^(?:2|default)/);
  const successes = own.length > 0 ? own : having(/^3/);
  if (successes.length === 0) return undefined;
  const contents = successes.flatMap(([, { content = {} }]) => Object.entries(content));
  if (contents.some(([type, { itemSchema }]) => itemSchema !== undefined || isStream.test(type))) {
    return undefined;
  }
  const [only] = contents;
  const isOne = successes.length === 1 && contents.length === 1 && only && isJSON.test(only[0]);
  return { schema: isOne ? (only[1].schema as JSONSchema | undefined) : undefined };
}

export const isJSON = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/;
const isStream = /^(?:text\/event-stream|application\/(?:x-ndjson|jsonl|json-seq|octet-stream))(?:;|$)/;

/** Makes a schema independent of its document: components become `$defs`, and a top-level `$ref` becomes its target. */
export function selfContained(schema: JSONSchema, { components = {} }: OpenAPIDocument): JSONSchema {
  const used = new Map<string, JSONSchema>();
  const localReference = (reference: unknown): unknown => {
    const name = componentIn(reference);
    if (name === undefined) return reference;
    const component = components.schemas?.[name];
    if (component && !used.has(name)) {
      used.set(name, {});
      used.set(name, local(component as JSONSchema));
    }
    return `#/$defs/${pointerPart(name)}`;
  };
  const local = (one: JSONSchema): JSONSchema => withReferences(mapSchemas(one, local), localReference);
  const whole = local(schema);
  const root = componentIn(schema.$ref);
  const others = Object.fromEntries(Object.entries(whole).filter(([keyword]) => keyword !== "$ref"));
  const own = root === undefined ? whole : { ...used.get(root), ...others };
  return used.size === 0 ? own : { ...own, $defs: Object.fromEntries(used) };
}

const componentsPointer = "#/components/schemas/";

/** Returns the component's name in a reference: `Cat` for `#/components/schemas/Cat` (RFC 6901). */
function componentIn(reference: unknown): string | undefined {
  if (typeof reference !== "string" || !reference.startsWith(componentsPointer)) return undefined;
  const part = decodeURIComponent(reference.slice(componentsPointer.length));
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
