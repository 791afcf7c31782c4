// The exports, sorted. Written by `npm run fix:interface`.

export declare class App extends Router {
  #private;
  constructor(options?: AppOptions, ...root: RouterOption[]);
  Use(...middleware: Middleware[]): this;
  Build(): RequestHandler;
  Versions(): readonly Version[];
  Document(version?: Version): OpenAPIDocument;
  Inspect(): readonly Route[];
}

export interface AppOptions {
  Title?: string;
  Version?: string;
  Description?: string;
  OpenAPI?: Partial<OpenAPIDocument>;
  Versioning?: VersioningOptions;
  Logger?: Logger;
  TrustRequestID?: boolean;
  PassUnmatched?: boolean;
  PassErrors?: boolean;
  MapError?: (error: unknown, req: Request) => HTTPError | undefined;
  CheckResponses?: boolean;
  Now?: () => Date;
  OnMatch?: OnMatch;
  Container?: Container;
}

export declare function AtOrBefore(extractor: VersionExtractor): DescribedExtractor;

export interface BodyOptions {
  readonly Limit?: string;
  readonly Type?: "json" | "form";
}

export declare class BuildError extends Error {
  readonly name = "BuildError";
  readonly Problems: readonly string[];
  constructor(problems: readonly Problem[]);
}

export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
}

export interface Container {
  get<T>(controller: new (...args: any[]) => T): T;
}

export type ControllerClass = abstract new (...args: never[]) => object;

export declare function DefineVersions<const List extends readonly Version[]>(
  ...versions: List
): DefinedVersions<List>;

export interface DefinedVersions<List extends readonly Version[]> {
  readonly List: List;
  readonly WithVersion: (...versions: List[number][]) => Option;
  readonly Since: (version: List[number]) => Option;
  readonly Until: (version: List[number]) => Option;
}

export declare const Delete: Verb;

export declare const Deprecated: () => Option;

export type DescribedExtractor = VersionExtractor & {
  readonly [extracts]: Extraction;
};

export declare const Description: (text: string) => Option;

export type Extensible = Record<`x-${string}`, unknown>;

export declare function FirstOf(...extractors: readonly VersionExtractor[]): DescribedExtractor;

export declare function FromCookie(name: string): DescribedExtractor;

export declare function FromHeader(name: string): DescribedExtractor;

export declare function FromMediaType(key: string): DescribedExtractor;

export declare function FromQuery(name: string): DescribedExtractor;

export declare const Get: Verb;

export type Guard = (req: AnyRequest, res: Response) => boolean | Promise<boolean>;

export declare class HTTPError extends Error {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message?: string, options?: HTTPErrorOptions);
}

export interface HTTPErrorOptions {
  code?: string;
  details?: unknown;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

export declare const Handle: {
  <Options extends readonly RouteOption[]>(
    method: string,
    path: string,
    ...options: Options
  ): VerbDecorator<Options>;
  <Options extends readonly RouteOption[]>(method: string, ...options: Options): VerbDecorator<Options>;
};

export type Handler<Params = any> = (
  req: Request<Params, any, any, any>,
  res: Response,
  next: NextFunction,
) => unknown;

export type HandlerArgument<Req = AnyRequest> = ((req: Req, res: Response, next: NextFunction) => unknown) & {
  readonly [says]?: never;
};

export declare const Head: Verb;

export declare const Hidden: () => Option;

export type Includable =
  | (object & {
      readonly [says]?: never;
    })
  | ControllerClass
  | Router
  | readonly Includable[];

export type InputOption<Schemas> = MethodDecorator<Offered<Schemas>> & {
  readonly [says]: Setting;
  readonly [onRoutes]: true;
  readonly [takes]: Schemas;
};

export type JSONSchema = Readonly<Record<string, unknown>>;

export interface Lifecycle {
  Deprecated?: Date | string;
  Sunset?: Date | string;
  Link?: string;
  Successor?: Version;
  AfterSunset?: "serve" | "gone";
}

export interface Logger {
  warn(fields: object, message: string): unknown;
  error(fields: object, message: string): unknown;
}

export interface MethodDecorator<Req = AnyRequest> {
  <This, Method extends RouteMethod<Req>>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & {
      readonly static: false;
      readonly private: false;
      readonly name: keyof This;
    },
  ): void;
  <Prototype extends object, Name extends keyof Prototype, Method extends RouteMethod<Req>>(
    prototype: Prototype extends AnyClass ? never : Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void;
}

export type Middleware = RequestHandler<any, any, any, any>;

export type Offered<Schemas, Params = NoType> = Omit<AnyRequest, Part> & {
  [P in Part]: P extends keyof Schemas
    ? PartOf<P, OutputOf<Schemas[P]>>
    : P extends "params"
      ? Params
      : P extends "headers"
        ? IncomingHttpHeaders
        : NoType;
};

export type OnMatch = (
  req: Request,
  match: {
    readonly Route: Route;
    readonly Version: Version | undefined;
    readonly Requested: readonly Version[];
  },
) => void;

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

export interface OpenAPIExternalDocs extends Extensible {
  url: string;
  description?: string;
}

export interface OpenAPIInfo extends Extensible {
  title: string;
  version: string;
  summary?: string;
  description?: string;
  termsOfService?: string;
  contact?: {
    name?: string;
    url?: string;
    email?: string;
  };
  license?: {
    name: string;
    identifier?: string;
    url?: string;
  };
}

export type OpenAPIMethod = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

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
}

export interface OpenAPIParameter extends Extensible {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  description?: string;
  deprecated?: boolean;
  schema?: object;
}

export interface OpenAPIPathItem extends Partial<Record<OpenAPIMethod, OpenAPIOperation>>, Extensible {
  summary?: string;
  description?: string;
  servers?: OpenAPIServer[];
  parameters?: OpenAPIParameter[];
}

export interface OpenAPIResponse extends Extensible {
  description: string;
  headers?: Record<string, object>;
  content?: Record<
    string,
    {
      schema?: object;
      example?: unknown;
    }
  >;
}

export interface OpenAPIServer extends Extensible {
  url: string;
  description?: string;
  variables?: Record<
    string,
    {
      default: string;
      enum?: string[];
      description?: string;
    }
  >;
}

export interface OpenAPITag extends Extensible {
  name: string;
  description?: string;
  externalDocs?: OpenAPIExternalDocs;
}

export declare const OperationID: (id: string) => RouteOption;

export interface Option extends RouteOption, RouterOption {}

export type OutputOf<S> = S extends StandardSchemaV1<unknown, infer Output> ? Output : any;

export type Part = "params" | "query" | "headers" | "body";

export type PartSchemas = Readonly<Partial<Record<Part, Schema>>>;

export declare const Patch: Verb;

export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParameterNames<Path>, string>;

export declare const Post: Verb;

export declare const Put: Verb;

export interface Register<Self> {
  <Path extends string, Options extends readonly RouteOption[]>(
    path: Path,
    handler: HandlerArgument<Offered<SchemasOf<Options>, PathParameters<Path>>>,
    ...options: Options
  ): Self;
  <Options extends readonly RouteOption[]>(
    path: string,
    handler: HandlerArgument<Offered<SchemasOf<Options>>>,
    ...options: Options
  ): Self;
}

export interface RegisterMethod<Self> {
  <Path extends string, Options extends readonly RouteOption[]>(
    method: string,
    path: Path,
    handler: HandlerArgument<Offered<SchemasOf<Options>, PathParameters<Path>>>,
    ...options: Options
  ): Self;
  <Options extends readonly RouteOption[]>(
    method: string,
    path: string,
    handler: HandlerArgument<Offered<SchemasOf<Options>>>,
    ...options: Options
  ): Self;
}

export declare function RequestID(req: IncomingMessage): string;

export interface Route {
  readonly Method: string;
  readonly Path: string;
  readonly Versions: readonly Version[];
  readonly OperationID: string;
  readonly Summary?: string;
  readonly Description?: string;
  readonly Tags: readonly string[];
  readonly Deprecated: boolean;
  readonly Hidden: boolean;
  readonly Status: number;
}

export declare function RouteOf(req: IncomingMessage): Route | undefined;

export interface RouteOption extends MethodDecorator {
  readonly [says]: Setting;
  readonly [onRoutes]: true;
}

export interface Router {
  readonly Get: Register<this>;
  readonly Post: Register<this>;
  readonly Put: Register<this>;
  readonly Patch: Register<this>;
  readonly Delete: Register<this>;
  readonly Head: Register<this>;
  readonly Handle: RegisterMethod<this>;
  Include(what: Includable, ...options: RouterOption[]): this;
  Routes(): readonly Route[];
}

export declare const Router: RouterConstructor;

export interface RouterConstructor {
  new (prefix?: string, ...options: RouterOption[]): Router;
  new (...options: RouterOption[]): Router;
  (prefix?: string, ...options: RouterOption[]): ClassDecorator;
  (...options: RouterOption[]): ClassDecorator;
  readonly prototype: Router;
}

export interface RouterOption extends ClassDecorator {
  readonly [says]: Setting;
  readonly [onRouters]: true;
}

export type Schema =
  | StandardSchemaV1
  | (JSONSchema & {
      readonly "~standard"?: never;
    })
  | (object & {
      readonly "~standard"?: never;
    });

export type SchemasOf<Options extends readonly unknown[]> = Joined<
  Options[number] extends infer One
    ? One extends {
        readonly [takes]: infer Schemas;
      }
      ? (_: Schemas) => void
      : never
    : never
>;

export declare const Since: (version: string) => Option;

export declare const Status: (code: number) => Option;

export declare const Summary: (text: string) => Option;

export type Typed<Schemas extends PartSchemas> = Omit<Request, Part> & {
  [P in Part]: P extends keyof Schemas ? PartOf<P, OutputOf<Schemas[P]>> : Request[P];
};

export declare const Until: (version: string) => Option;

export interface Verb {
  <Options extends readonly RouteOption[]>(path: string, ...options: Options): VerbDecorator<Options>;
  <Options extends readonly RouteOption[]>(...options: Options): VerbDecorator<Options>;
}

export type VerbDecorator<Options extends readonly RouteOption[]> = MethodDecorator<
  Offered<SchemasOf<Options>>
>;

export type Version = string;

export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;

export declare const VersionNeutral: Version;

export declare function VersionOf(req: IncomingMessage): Version | undefined;

export type VersionSource =
  | {
      readonly from: "path";
      readonly prefix: string;
    }
  | {
      readonly from: "header";
      readonly name: string;
    }
  | {
      readonly from: "query";
      readonly name: string;
    }
  | {
      readonly from: "cookie";
      readonly name: string;
    }
  | {
      readonly from: "media type";
      readonly key: string;
    };

export declare const VersioningCustom = "custom";

export declare const VersioningHeader = "header";

export declare const VersioningMediaType = "media-type";

export declare const VersioningNone = "none";

export interface VersioningOptions {
  Type?: VersioningType;
  Header?: string;
  Key?: string;
  Extractor?: VersionExtractor;
  DefaultVersion?: readonly Version[];
  Prefix?: string;
  Versions?: readonly Version[];
  AssumeVersion?: Version | VersionExtractor;
  Report?: boolean;
  Explain?: boolean;
  Lifecycle?: Readonly<Record<Version, Lifecycle>>;
}

export type VersioningType =
  | typeof VersioningNone
  | typeof VersioningURI
  | typeof VersioningHeader
  | typeof VersioningMediaType
  | typeof VersioningCustom;

export declare const VersioningURI = "uri";

export type Versions = string | readonly string[];

export declare const WithBody: <S extends Schema>(
  schema: S,
  options?: BodyOptions,
) => InputOption<{
  body: S;
}>;

export declare const WithGuards: (...args: Guard[]) => Option;

export declare const WithHeaders: InputMaker<"headers">;

export declare const WithLifecycle: (lifecycle: Lifecycle) => Option;

export declare const WithMiddleware: (...args: Middleware[]) => Option;

export declare const WithParams: InputMaker<"params">;

export declare const WithPrefix: (path: string) => RouterOption;

export declare const WithQuery: InputMaker<"query">;

export declare const WithResponse: (
  status: number,
  schema?: Schema | undefined,
  description?: string | undefined,
) => Option;

export declare const WithTags: (...args: string[]) => Option;

export declare const WithVersion: (...args: string[]) => Option;

// Not exported, but part of the exports.

type AnyClass = abstract new (...args: never[]) => unknown;

export type AnyRequest = Request<any, any, any, any>;

type EmptySchemas = object;

export interface Extraction {
  readonly sources: readonly VersionSource[];
  readonly asks?: {
    readonly by: "FirstOf" | "AtOrBefore";
    readonly extractors: readonly unknown[];
  };
  readonly needsList: boolean;
  readonly withList: (listed: readonly Version[]) => VersionExtractor;
}

type InputMaker<P extends Part> = <S extends Schema>(schema: S) => InputOption<Record<P, S>>;

type Joined<Functions> = [Functions] extends [never]
  ? EmptySchemas
  : [Functions] extends [(_: infer All) => void]
    ? All
    : never;

type KnownHeaders = {
  [Name in keyof IncomingHttpHeaders as string extends Name ? never : Name]: IncomingHttpHeaders[Name];
};

export type Mistake =
  | {
      readonly kind: "not an option";
      readonly written: string;
    }
  | {
      readonly kind: "not called";
      readonly name: string;
      readonly on?: string;
    }
  | {
      readonly kind: "decorated Router";
      readonly name: string;
    }
  | {
      readonly kind: "too many arguments";
      readonly name: string;
    }
  | {
      readonly kind: "misplaced decorator";
      readonly name: string;
      readonly on: "class" | "method";
    }
  | {
      readonly kind: "unusable member";
      readonly what: UnusableMember;
    };

type NoType = any;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}...` ? Bare : Name) | ParameterNames<Rest>
  : never;

type PartOf<P extends Part, Output> = P extends "headers"
  ? Output & Omit<KnownHeaders, keyof Output>
  : Output;

export interface Problem {
  readonly code: string;
  readonly where: string;
  readonly text: string;
}

type RouteMethod<Req> = (req: Req, res: Response, next: NextFunction) => unknown;

export type Setting =
  | {
      readonly kind: "version";
      readonly versions: readonly unknown[];
    }
  | {
      readonly kind: "since";
      readonly version: unknown;
    }
  | {
      readonly kind: "until";
      readonly version: unknown;
    }
  | {
      readonly kind: "lifecycle";
      readonly lifecycle: unknown;
    }
  | {
      readonly kind: "prefix";
      readonly path: unknown;
    }
  | {
      readonly kind: "tags";
      readonly tags: readonly unknown[];
    }
  | {
      readonly kind: "guards";
      readonly guards: readonly unknown[];
    }
  | {
      readonly kind: "middleware";
      readonly handlers: readonly unknown[];
    }
  | {
      readonly kind: "deprecated";
    }
  | {
      readonly kind: "hidden";
    }
  | {
      readonly kind: "status";
      readonly code: unknown;
    }
  | {
      readonly kind: "summary";
      readonly text: unknown;
    }
  | {
      readonly kind: "description";
      readonly text: unknown;
    }
  | {
      readonly kind: "operationID";
      readonly id: unknown;
    }
  | {
      readonly kind: "input";
      readonly part: Part;
      readonly schema: unknown;
      readonly options?: unknown;
    }
  | {
      readonly kind: "response";
      readonly status: unknown;
      readonly schema: unknown;
      readonly description: unknown;
    }
  | {
      readonly kind: "mistake";
      readonly mistake: Mistake;
    };

export type UnusableMember = "a static method" | "a private method" | "a field" | "an accessor";

export declare const extracts: unique symbol;

declare const onRouters: unique symbol;

declare const onRoutes: unique symbol;

export declare const says: unique symbol;

declare const takes: unique symbol;
