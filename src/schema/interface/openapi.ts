/** An OpenAPI document, 3.1 (https://spec.openapis.org/oas/v3.1.1) or 3.2. Members with `x-` are extensions. */
export interface OpenAPIDocument extends Extensible {
  openapi: string;
  info: OpenAPIInfo;
  jsonSchemaDialect?: string;
  servers?: OpenAPIServer[];
  paths: Record<string, OpenAPIPathItem>;
  webhooks?: Record<string, OpenAPIPathItem>;
  components?: OpenAPIComponents;
  security?: Record<string, string[]>[];
  tags?: OpenAPITag[];
  externalDocs?: OpenAPIExternalDocs;
}

/**
 * Overrides for documents; each member is optional: `{ info: { license: { name: "MIT" } } }`. A list replaces the
 * generated list, and its items must be complete.
 */
export type OpenAPIWords = Optional<OpenAPIDocument>;

/** Overrides for an operation: `WithOperation({ externalDocs: { url: "https://example.org" } })`. */
export type OpenAPIOperationWords = Optional<OpenAPIOperation>;

type Optional<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]?: Optional<T[Name]> }
    : T;

/** Allows members that begin with `x-`. */
export type Extensible = Record<`x-${string}`, unknown>;

/** The Info Object: title, version and description of a document. */
export interface OpenAPIInfo extends Extensible {
  title: string;
  version: string;
  summary?: string;
  description?: string;
  termsOfService?: string;
  contact?: { name?: string; url?: string; email?: string };
  license?: { name: string; identifier?: string; url?: string };
}

/** The Server Object, a base URL of the API: `{ url: "/api" }` for a mounted app. */
export interface OpenAPIServer extends Extensible {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; enum?: string[]; description?: string }>;
}

/** The Tag Object, which describes a group of operations. */
export interface OpenAPITag extends Extensible {
  name: string;
  description?: string;
  externalDocs?: OpenAPIExternalDocs;
}

/** A link to more documentation. */
export interface OpenAPIExternalDocs extends Extensible {
  url: string;
  description?: string;
}

/** The methods that have a member in a Path Item Object; `query` is new in OpenAPI 3.2. */
export type OpenAPIMethod =
  "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace" | "query";

/** The operations at one path, by method. */
export interface OpenAPIPathItem extends Partial<Record<OpenAPIMethod, OpenAPIOperation>>, Extensible {
  /** Operations of other methods, by the method's name: `{ REPORT: ... }` (OpenAPI 3.2). */
  additionalOperations?: Record<string, OpenAPIOperation>;
  summary?: string;
  description?: string;
  servers?: OpenAPIServer[];
  parameters?: OpenAPIParameter[];
}

/** An Operation Object, which describes one method of a path. */
export interface OpenAPIOperation extends Extensible {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: OpenAPIParameter[];
  requestBody?: object;
  responses: Record<string, OpenAPIResponse>;
  security?: Record<string, string[]>[];
  servers?: OpenAPIServer[];
  callbacks?: Record<string, object>;
  externalDocs?: OpenAPIExternalDocs;
}

/** A path, query, header or cookie parameter. */
export interface OpenAPIParameter extends Extensible {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  schema?: object;
  example?: unknown;
  examples?: Record<string, object>;
}

/** A Response Object, which describes the response of one status. */
export interface OpenAPIResponse extends Extensible {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, OpenAPIMediaType>;
  links?: Record<string, object>;
}

/** A Media Type Object, which describes a body in one media type. */
export interface OpenAPIMediaType extends Extensible {
  schema?: object;
  /** The schema of each item of a stream (OpenAPI 3.2). */
  itemSchema?: object;
  example?: unknown;
  examples?: Record<string, object>;
}

/** A Security Scheme Object: how clients authenticate. */
export type OpenAPISecurityScheme = Extensible & { description?: string } & (
    | { type: "http"; scheme: string; bearerFormat?: string }
    | { type: "apiKey"; in: "header" | "query" | "cookie"; name: string }
    | { type: "oauth2"; flows: OpenAPIFlows }
    | { type: "openIdConnect"; openIdConnectUrl: string }
    | { type: "mutualTLS" }
  );

/** The OAuth Flows Object: how OAuth 2 issues tokens. */
export type OpenAPIFlows = Extensible &
  Partial<
    Record<
      "implicit" | "password" | "clientCredentials" | "authorizationCode",
      Extensible & {
        authorizationUrl?: string;
        tokenUrl?: string;
        refreshUrl?: string;
        scopes: Record<string, string>;
      }
    >
  >;

/** The Components Object: the objects that operations share, by kind and name. */
export interface OpenAPIComponents extends Extensible {
  schemas?: Record<string, object>;
  responses?: Record<string, object>;
  parameters?: Record<string, object>;
  examples?: Record<string, object>;
  requestBodies?: Record<string, object>;
  headers?: Record<string, object>;
  securitySchemes?: Record<string, object>;
  links?: Record<string, object>;
  callbacks?: Record<string, object>;
  pathItems?: Record<string, object>;
}
