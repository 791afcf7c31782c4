// The exports, sorted. Written by `npm run fix:interface`.

export type AfterSunset = "serve" | "gone" | "successor";

export type AjvFactory = (
  defaults: object,
  use: "body" | "text" | "response",
) => {
  compile(schema: object): unknown;
  getSchema?(reference: string): unknown;
  getKeyword?(keyword: string): unknown;
};

export declare const Anonymous: SecurityRequirement;

export interface AnsweredMessage extends AnswerRecord {
  readonly Request: Request;
}

export declare function AnyOf(...requirements: SecurityRequirement[]): SecurityRequirement;

export declare class App extends Router {
  #private;
  constructor(options?: AppOptions, ...root: (RouterOption | Wrong<"this is not an option of routers">)[]);
  Use(...middleware: Middleware[]): this;
  Build(): RequestHandler;
  Versions(): readonly Version[];
  Lifecycles(): ReadonlyMap<Version, Lifecycle>;
  Document(version?: Version): OpenAPIDocument;
  Changelog(): readonly ChangelogEntry[];
  Inspect(): readonly Route[];
}

export interface AppOptions {
  Title?: string;
  Version?: string;
  Description?: string;
  OpenAPI?: OpenAPIWords;
  Versioning?: VersioningOptions;
  Logger?: Logger;
  TrustRequestID?: boolean;
  RequestID?: (req: Request) => string | undefined;
  PassUnmatched?: boolean;
  MergeParams?: boolean;
  PassErrors?: boolean;
  MapError?: (error: unknown, req: Request) => HTTPError | undefined;
  Errors?: ErrorFormat;
  CheckResponses?: boolean | "stripped";
  Ajv?: AjvFactory;
  Now?: () => Date;
  OnMatch?: OnMatch;
  OnAnswered?: OnAnswered;
  OnRefused?: OnRefused;
  Container?: Container;
}

export type AsJSON<T> = [T] extends [Plain] ? T : JSONOf<T, "value">;

export declare function AtOrBefore(
  extractor: VersionExtractor,
  options?: AtOrBeforeOptions,
): DescribedExtractor;

export interface AtOrBeforeOptions {
  Compare?: (a: string, b: string) => number;
}

export type Authenticate<Principal> = (
  req: Request,
  scopes: readonly string[],
) => Principal | Nobody | Promise<Principal | Nobody>;

export declare const Before: BeforeMaker;

export interface BeforeOption extends RouteBeforeOption, RouterBeforeOption {}

export interface BodyOptions {
  readonly Limit?: string;
  readonly Type?: BodyType | readonly BodyType[];
  readonly Examples?: Readonly<Record<string, unknown>>;
}

export type BodyType = "json" | "form" | "multipart" | "text" | "bytes";

export interface BrownoutWindow {
  From: Date | string;
  To: Date | string;
}

export declare class BuildError extends Error {
  readonly name = "BuildError";
  readonly Problems: readonly string[];
  constructor(problems: readonly Problem[]);
}

export declare function ByPrincipal<Principal>(
  scheme: SecurityScheme<Principal>,
  versionOf: VersionOfPrincipal<Principal>,
  options?: ByPrincipalOptions,
): DescribedExtractor;

export interface ByPrincipalOptions {
  Unknown?: UnknownPin;
}

export interface Carried<Value, What> extends CarriedMembers<Value, What> {}

export declare function Carry<Value extends object, What>(
  value: Value,
  carried: () => What | PromiseLike<What>,
): Carried<Value, What>;

export declare function Carry<Value extends object, What>(
  value: Value,
  carried: What | PromiseLike<What>,
): Carried<Value, What>;

export declare function Catalog(app: App, options: CatalogOptions): RequestHandler;

export interface CatalogOptions {
  Base: string;
  Docs?: string;
  Status?: string;
}

export declare function Change(version: Version, description: string, options?: ChangeOptions): Change;

export interface Change {
  readonly Version: Version;
  readonly Description: string;
  readonly Internal: boolean;
}

export interface ChangeOptions {
  readonly Internal?: boolean;
}

export interface ChangelogChange {
  readonly Description: string;
  readonly Routes: readonly string[];
  readonly Behaviour: boolean;
}

export interface ChangelogEntry {
  readonly Version: Version;
  readonly Changes: readonly ChangelogChange[];
}

export interface Container {
  get<T>(controller: new (...args: any[]) => T): T;
}

export declare function Context<T>(name: string, options?: ContextOptions<T>): Context<T>;

export interface Context<T> {
  readonly Name: string;
  readonly Example?: unknown;
  readonly Description?: string;
  readonly Is: (value: T) => ContextValue<T>;
  readonly For: (valueOf: (example: unknown) => T) => ContextExample<T>;
  readonly [contextBrand]: (value: T) => T;
}

export interface ContextExample<T> {
  readonly Key: Context<T>;
  readonly ValueOf: (example: unknown) => T;
}

export interface ContextOptions<T> {
  readonly Example?: T | ((value: unknown) => T);
  readonly Description?: string;
}

export interface ContextValue<T> {
  readonly Key: Context<T>;
  readonly Value: T;
}

export type ControllerClass = abstract new (...args: never[]) => object;

export type Conversion<Old, Now, Keys extends Contexts = []> = ConversionNames<Old, Now> &
  ConversionFunctions<Old, Now, Keys>;

export declare function DefineVersions<const List extends readonly Version[]>(
  ...versions: List
): DefinedVersions<List>;

export interface DefinedVersions<List extends readonly Version[]>
  extends HistoryVersions<List>, RouteVersions<List> {
  readonly Webhook: WebhookMaker<List>;
}

export declare const Delete: Verb;

export declare const Deprecated: FlagMaker<"Deprecated">;

export declare function Described(extractor: VersionExtractor, reads: ReadPlaces): DescribedExtractor;

export type DescribedExtractor = VersionExtractor & {
  readonly [extracts]: Extraction;
};

export declare const Description: (text: string) => VersionedSharedOption;

export declare const Each: unique symbol;

export interface EarlierForm {
  readonly Method: string;
  readonly Path: string;
  readonly Status: number;
  readonly Versions: readonly Version[];
}

export interface ErrorFormat {
  Body?: (
    error: HTTPError,
    about: {
      readonly RequestID: string;
      readonly Request: Request;
      readonly Cause: unknown;
    },
  ) => unknown;
  Type?: string;
  Schema?: Schema;
  InvalidStatus?: number;
}

export type Extensible = Record<`x-${string}`, unknown>;

export interface FaceConversion<Face, Whole> extends FaceFunctions<Face, Whole> {
  readonly [oldName]?: NameIn<OutputOf<Face>>;
  readonly [newName]?: NameIn<Out<Whole>>;
  readonly [goneNames]?: NameIn<Out<Whole>>;
  readonly [namesCovered]?: (names: NamesGone<Out<Whole>, OutputOf<Face>>) => void;
}

export declare function FirstOf(...extractors: readonly VersionExtractor[]): DescribedExtractor;

export declare function FormOf(req: IncomingMessage): FormRecord | undefined;

export interface FormRecord {
  readonly Method: string;
  readonly Path: string;
  readonly Status: number;
  readonly OperationID: string;
}

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

export declare const Handle: HandleVerb;

export interface HandledRoute extends Route {
  readonly Controller: (abstract new (...args: never[]) => object) | undefined;
  readonly Handler: (...args: never[]) => unknown;
}

export type Handler<Params = any> = (
  req: Request<Params, any, any, any>,
  res: Response,
  next: NextFunction,
) => unknown;

export declare function HasChange(req: IncomingMessage, change: Change): boolean;

export declare const Head: Verb;

export declare const Hidden: FlagMaker<"Hidden">;

export type Includable = (object & NoOption) | ControllerClass | Router | readonly Includable[];

export type InputOf<S> = S extends {
  readonly _zod: {
    readonly input: unknown;
  };
}
  ? S["_zod"]["input"]
  : S extends StandardSchemaV1<infer Input, unknown>
    ? Input
    : AnyValue;

export type InputOption<Schemas> = MethodDecorator<RequestOf<Schemas>> & {
  readonly "is an option of routes": true;
  readonly [takes]: Schemas;
} & MistakenOnClass;

export declare function IsAtLeast(req: IncomingMessage, version: Version): boolean;

export type JSONSchema = Readonly<Record<string, unknown>>;

export declare function JSONSchemaOf<T>(schema: PlainSchema): TypedJSONSchema<T>;

export interface Lifecycle {
  Released?: Date | string;
  Deprecated?: Date | string;
  Sunset?: Date | string;
  Link?: string;
  Successor?: Version;
  AfterSunset?: AfterSunset;
  Brownouts?: readonly BrownoutWindow[];
  Preview?: boolean;
}

export interface Logger {
  warn(fields: object, message: string): unknown;
  error(fields: object, message: string): unknown;
}

export interface MatchMessage extends MatchRecord {
  readonly Request: Request;
}

export type Middleware = RequestHandler<any, any, any, any>;

export type Nobody = undefined | null | false | "" | 0 | 0n;

export declare const Nothing: unique symbol;

export declare const Now: Context<Date>;

export type OnAnswered = (req: Request, answered: AnswerRecord) => void;

export type OnMatch = (req: Request, match: MatchRecord) => void;

export type OnRefused = (req: Request, refused: RefusalRecord) => void;

export declare function OneOf<const Schemas extends readonly [Schema, ...Schema[]]>(
  choose: (value: any) => Schemas[number] | undefined,
  alternatives: Schemas,
): OneOfSchema<Schemas>;

export interface OneOfSchema<Schemas extends readonly Schema[] = readonly Schema[]> {
  readonly "~standard": StandardSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>> &
    StandardJSONSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>>;
}

export declare const OneOrEach: unique symbol;

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

export interface OpenAPIMediaType extends Extensible {
  schema?: object;
  itemSchema?: object;
  example?: unknown;
  examples?: Record<string, object>;
}

export type OpenAPIMethod =
  "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace" | "query";

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

export type OpenAPIOperationWords = Optional<OpenAPIOperation>;

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

export interface OpenAPIPathItem extends Partial<Record<OpenAPIMethod, OpenAPIOperation>>, Extensible {
  additionalOperations?: Record<string, OpenAPIOperation>;
  summary?: string;
  description?: string;
  servers?: OpenAPIServer[];
  parameters?: OpenAPIParameter[];
}

export interface OpenAPIResponse extends Extensible {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, OpenAPIMediaType>;
  links?: Record<string, object>;
}

export type OpenAPISecurityScheme = Extensible & {
  description?: string;
} & (
    | {
        type: "http";
        scheme: string;
        bearerFormat?: string;
      }
    | {
        type: "apiKey";
        in: "header" | "query" | "cookie";
        name: string;
      }
    | {
        type: "oauth2";
        flows: OpenAPIFlows;
      }
    | {
        type: "openIdConnect";
        openIdConnectUrl: string;
      }
    | {
        type: "mutualTLS";
      }
  );

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

export type OpenAPIWords = Optional<OpenAPIDocument>;

export declare const OperationID: (id: string) => RouteOnlyOption & RouteBeforeOption;

export interface Option extends RouteOption, RouterOption {}

export type OutputOf<S> = S extends {
  readonly _zod: {
    readonly output: unknown;
  };
}
  ? S["_zod"]["output"]
  : S extends StandardSchemaV1<unknown, infer Output>
    ? Output
    : AnyValue;

export type Part = "params" | "query" | "headers" | "cookies" | "body";

export type PartSchemas = Readonly<Partial<Record<Part, Schema>>>;

export declare const Patch: Verb;

export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParameterNames<Path>, string>;

export declare const Post: Verb;

export declare const ProblemDetails: ErrorFormat & {
  readonly Schema: ProblemDetailsSchema;
};

export interface ProblemDetailsBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  details?: unknown;
  request_id: string;
}

export declare const Put: Verb;

export declare const Query: Verb;

export interface QueryOptions {
  readonly Separator?: Readonly<Record<string, Separator>>;
}

export interface ReadPlaces {
  Header?: string;
  Query?: string;
  Cookie?: string;
}

export interface RefusedMessage extends RefusalRecord {
  readonly Request: Request;
}

export type RefusedReason = "unmatched" | "gone" | "brownout" | "unknown" | "unavailable";

export declare function Rename<
  const Old extends string,
  const Now extends string,
  const Gone extends string = never,
>(
  old: Old,
  now: Now,
  options?: {
    readonly Without?: readonly Gone[];
  },
): Renaming<Old, Now, Gone>;

export declare const RenameHeader: (old: string, now: string) => BeforeOption;

export declare function RequestID(req: IncomingMessage): string;

export type ResponseOption<Status, S, About = undefined> = SharedOption & {
  readonly [gives]: SuccessOf<Status, S, About>;
} & ContentOption<ContentOf<Status, S>>;

export interface ResponseOptions {
  readonly Description?: string;
  readonly Headers?: Readonly<Record<string, Schema>>;
  readonly Type?: string;
  readonly Examples?: Readonly<Record<string, unknown>>;
}

export type ResponseStatus = number | `${1 | 2 | 3 | 4 | 5}XX` | "default";

export declare const Restatus: (old: number, now: number) => BeforeOption;

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
  readonly Earlier: readonly EarlierForm[];
}

export interface RouteBeforeOption {
  readonly "is an option of routes in Before": true;
}

export declare function RouteOf(req: IncomingMessage): HandledRoute | undefined;

export interface RouteOption extends MethodDecorator {
  readonly "is an option of routes": true;
}

export interface RouteVersions<List extends readonly Version[]> {
  readonly WithVersion: <
    const Named extends readonly List[number][],
    Made = RangeOption<"WithVersion", Named>,
  >(
    ...versions: Named
  ) => Deferred<Made>;
  readonly Since: <const Named extends List[number], Made = RangeOption<"Since", [Named]>>(
    version: Named,
  ) => Deferred<Made>;
  readonly Until: <const Named extends List[number], Made = RangeOption<"Until", [Named]>>(
    version: Named,
  ) => Deferred<Made>;
  readonly Extractor: (
    extractor: (req: Request) => ListedVersions<List> | Promise<ListedVersions<List>>,
  ) => VersionExtractor;
}

export interface Router {
  readonly Get: Register<this>;
  readonly Post: Register<this>;
  readonly Put: Register<this>;
  readonly Patch: Register<this>;
  readonly Delete: Register<this>;
  readonly Head: Register<this>;
  readonly Query: Register<this>;
  readonly Handle: RegisterMethod<this>;
  Include<Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[]>(
    what: Includable | Wrong<"pass a Router, a controller, or a list of these">,
    ...options: Options
  ): this;
  Routes(): readonly Route[];
}

export declare const Router: RouterConstructor;

export interface RouterBeforeOption {
  readonly "is an option of routers in Before": true;
}

export interface RouterOption extends ClassDecorator {
  readonly "is an option of routers": true;
}

export declare function Routes<List extends readonly Version[]>(
  V: HistoryVersions<List>,
): RouteVersions<List>;

export declare const Same: SameFunctions;

export type Schema = StandardSchemaV1 | PlainSchema;

export interface SecurityRequirement {
  readonly [needed]: true;
}

export declare class SecurityScheme<Principal> implements PrincipalScheme<Principal> {
  readonly [needed]: true;
  constructor(name: string, scheme: OpenAPISecurityScheme, authenticate: Authenticate<Principal>);
  With(...scopes: string[]): SecurityRequirement;
  Of(req: IncomingMessage): Principal;
  Find(req: IncomingMessage): Principal | undefined;
}

export type Separator = "," | " " | "|";

export declare function ServerSentEvent<Data = undefined>(
  members: ServerSentEventMembers<Data>,
): ServerSentEvent<Data>;

export interface ServerSentEvent<Data = unknown> extends ServerSentEventMembers<Data> {
  readonly [brand]: true;
}

export interface ServerSentEventMembers<Data = unknown> {
  readonly Data?: Data;
  readonly Event?: string;
  readonly ID?: string;
  readonly Retry?: number;
}

export declare const Shadow: (range: Option, handler: Handler, options: ShadowOptions) => RouteOnlyOption;

export interface ShadowDifference {
  readonly in: "status" | "body" | "error";
  readonly path: readonly (string | number)[];
  readonly old: unknown;
  readonly new: unknown;
}

export interface ShadowOptions {
  readonly Answer: "old" | "new";
  readonly Share?: number;
  readonly Compare?: (old: unknown, now: unknown) => boolean;
  readonly OnDifference: (report: ShadowReport) => void;
}

export interface ShadowReport {
  readonly Method: string;
  readonly Path: string;
  readonly Version: Version;
  readonly Difference: readonly ShadowDifference[];
  readonly Request: Request;
}

export interface SharedOption extends Option, WebhookOption {}

export declare const Since: (version: string) => SharedOption;

export declare const Status: <const Code extends number>(code: Code) => StatusOption<Code>;

export interface Stored<S> {
  readonly Write: (value: OutputOf<S>) => string;
  readonly Read: StoredReader<S>;
  readonly IsOld: (stored: unknown) => boolean;
}

export type StoredMaker<V extends Version> = <S extends StoredSchema | StoredSchemaMistake<S>>(
  schema: S,
  options?: StoredOptions<V>,
) => Stored<S>;

export interface StoredOptions<V extends Version = Version> {
  readonly Newer?: "refuse" | "keep";
  readonly Untagged?: V;
  readonly Ajv?: AjvFactory;
}

export declare const Summary: (text: string) => VersionedSharedOption;

export declare const Together: TogetherFunction;

export type Typed<Schemas extends PartSchemas> = Omit<AnyRequest, Part> & {
  [P in Part]: P extends keyof Schemas ? PartOf<P, OutputOf<Schemas[P]>> : Request[P];
} & {
  readonly [partsKey]?: NeededOptions<Schemas>;
};

export interface TypedJSONSchema<T> extends StandardSchemaV1<T, T> {}

export declare const Until: (version: string) => SharedOption;

export interface Verb extends NotCalled<"Get()"> {
  <
    Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
    First extends string | RouteOption | RouteOptionMistake<Exclude<First, string>> = string,
  >(
    pathOrOption?: First,
    ...options: Options
  ): VerbResult<First, Options>;
}

export type Version = string;

export type VersionExtractor = (
  req: Request,
) => Versions | null | undefined | Promise<Versions | null | undefined>;

export declare const VersionNeutral: Version;

export declare function VersionOf(req: IncomingMessage): Version | undefined;

export type VersionOfPrincipal<Principal> = (
  principal: Principal,
  req: Request,
) => Version | null | undefined | Promise<Version | null | undefined>;

export type VersionState = "served" | "preview" | "deprecated" | "gone";

export declare function Versioned<S extends LinkIn | LinkMistake<S>>(newest: S): Versioned<S>;

export type Versioned<
  Newest extends LinkIn = Schema,
  Oldest extends LinkIn = Newest,
  Can extends "Up" | "Down" = "Up" | "Down",
> = VersionedType<Newest, Oldest, Can>;

export interface VersionedOption extends Option, BeforeOption {}

export interface VersionedSharedOption extends VersionedOption, WebhookOption {}

export declare const VersioningCustom: "custom";

export declare const VersioningHeader: "header";

export declare const VersioningMediaType: "media-type";

export declare const VersioningNone: "none";

export interface VersioningOptions {
  Type?: VersioningType;
  Header?: string;
  Key?: string;
  Extractor?: VersionExtractor;
  DefaultVersion?: readonly Version[];
  Prefix?: string;
  Versions?: readonly Version[];
  AssumeVersion?: Version | VersionExtractor;
  PlainVersions?: readonly Version[];
  UnknownVersion?: "assume" | "unavailable" | "refuse";
  Retired?: readonly Version[] | Readonly<Record<Version, Pick<Lifecycle, "Sunset" | "Link">>>;
  Report?: boolean;
  Explain?: boolean;
  Lifecycle?: Lifecycles | (() => Lifecycles);
}

export type VersioningType =
  | typeof VersioningNone
  | typeof VersioningURI
  | typeof VersioningHeader
  | typeof VersioningMediaType
  | typeof VersioningCustom;

export declare const VersioningURI: "uri";

export type Versions = string | readonly string[];

export interface Webhook<V extends Version = Version, S = unknown, Had extends Version = Perhaps<V>> {
  readonly For: ForSubscriber<V, S>;
  readonly Has: HasCheck<Had> & HasCheck<Perhaps<V>>;
}

export interface WebhookDelivery {
  readonly Body: string;
  readonly Headers: {
    readonly "Content-Type": string;
    readonly "API-Version": Version;
  };
}

export type WebhookMaker<List extends readonly Version[]> = <
  S extends AnswerSchema | AnswerSchemaMistake<S>,
  const Options extends readonly (WebhookOption | Wrong<"this is not an option of webhooks">)[],
>(
  name: string,
  schema: S,
  ...options: Options
) => Webhook<List[number], S, VersionsOf<List, Options>>;

export interface WebhookOption {
  readonly "is an option of webhooks": true;
}

export declare const WithBody: <S extends RequestSchema | RequestSchemaMistake<S>>(
  schema: S,
  options?: BodyOptions,
) => InputOption<{
  body: S;
}>;

export declare const WithChanges: (...args: Change[]) => SharedOption & UnrangedOption;

export declare const WithContext: ContextMaker;

export interface WithContextOptions {
  readonly After?: boolean;
}

export declare const WithCookies: InputMaker<"cookies">;

export declare const WithGuards: (
  ...args: (Guard | Wrong<"a guard returns true or false, or a promise of it">)[]
) => VersionedOption;

export declare const WithHeaders: <S extends RequestSchema | RequestSchemaMistake<S>>(
  schema: S,
) => HeadersOption<{
  headers: S;
}>;

export declare const WithLifecycle: (lifecycle: Lifecycle) => Option;

export declare const WithMiddleware: (...args: Middleware[]) => VersionedOption;

export declare const WithOperation: (operation: {
  [x: `x-${string}`]: unknown;
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: OpenAPIParameter[];
  requestBody?: object;
  responses?: {
    [x: string]:
      | {
          [x: `x-${string}`]: unknown;
          description?: string;
          headers?: {
            [x: string]: object | undefined;
          };
          content?: {
            [x: string]:
              | {
                  [x: `x-${string}`]: unknown;
                  schema?: object;
                  itemSchema?: object;
                  example?: unknown;
                  examples?: {
                    [x: string]: object | undefined;
                  };
                }
              | undefined;
          };
          links?: {
            [x: string]: object | undefined;
          };
        }
      | undefined;
  };
  security?: Record<string, string[]>[];
  servers?: OpenAPIServer[];
  callbacks?: {
    [x: string]: object | undefined;
  };
  externalDocs?: {
    [x: `x-${string}`]: unknown;
    url?: string;
    description?: string;
  };
}) => Option;

export declare const WithParams: InputMaker<"params">;

export declare const WithPrefix: (path: string) => RouterOnlyOption & RouterBeforeOption;

export declare const WithQuery: <S extends RequestSchema | RequestSchemaMistake<S>>(
  schema: S,
  options?: QueryOptions,
) => InputOption<{
  query: S;
}>;

export declare const WithResponse: ResponseMaker;

export declare const WithSecurity: (...args: SecurityRequirement[]) => VersionedOption;

export declare const WithTags: (...args: string[]) => VersionedSharedOption;

export declare const WithVersion: (...args: string[]) => SharedOption;

export declare const WithoutHeader: (name: string) => BeforeOption;

// Not exported, but part of the exports.

export type AddedWays<S, N extends PropertyKey> =
  IsAny<In<S>> extends true
    ? ConversionWay
    : object extends Pick<In<S>, N & keyof In<S>>
      ? ConversionWay
      : "Down";

export interface Admission {
  readonly scheme: Scheme;
  readonly principal: unknown;
}

export type AllGiven<H, Given extends AnyContexts> = [NeedsOf<H>] extends [Given[number]["Key"]]
  ? unknown
  : Wrong<"the history needs a context that is not in the list: add it, such as Org.Is(org)">;

export type AllLead<W, P, Newest> = P extends WrittenPath
  ? Leads<OutputOf<W>, P, OutputOf<Newest>>
  : EachLeads<W, P, Newest>;

type Always<Name, Value> = unknown extends Value
  ? Name
  : [Extract<Value, Silent | undefined>] extends [never]
    ? Name
    : never;

interface AnswerRecord extends MatchRecord {
  readonly Status: number | undefined;
  readonly Touched: readonly Change[];
  readonly Asked?: readonly Change[] | undefined;
  readonly Milliseconds: number;
  readonly Code: string | undefined;
  readonly State: VersionState;
}

export type AnswerSchema = StandardAnswerSchema | (PlainSchema & CanDown);

export type AnswerSchemaMistake<S> = [S] extends [AnswerSchema | undefined]
  ? never
  : Wrong<SchemaWords<S, "Down">>;

type AnsweredName<M> = {
  readonly [K in keyof M]: undefined extends Out<M[K]> ? never : K;
}[keyof M];

type AnyClass = abstract new (...args: never[]) => unknown;

export type AnyContext = Context<any>;

export type AnyContexts = readonly ContextValue<any>[];

type AnyFunction = (...args: never[]) => unknown;

interface AnyNumber {
  readonly [anyNumber]: true;
}

type AnyOption = RouteOption | RouterOption | BeforeOption | WebhookOption;

export type AnyRequest = Request<any, any, any, any>;

interface AnyText {
  readonly [anyText]: true;
}

type AnyValue = any;

export interface AnyVersioned {
  readonly [can]: object;
}

type At<Whole, P extends readonly unknown[]> = P extends readonly [infer Key, ...infer Rest]
  ? MemberAt<NonNullable<Whole>, Key> extends infer Found
    ? At<Found, Rest>
    : never
  : NonNullable<Whole>;

type BareContent<Status> = 204 extends Status ? "none" : 205 extends Status ? "none" : never;

export type BareWays<Can extends ConversionWay> = {
  readonly [
    Way in Can | "Bare" as Way extends ConversionWay ? `every step has ${Way}` : "its values carry nothing"
  ]: true;
};

export type BeforeMaker = <
  First extends EarlierName<Others> | EarlierOption<First | Others[number]>,
  Others extends readonly EarlierOption<First | Others[number]>[],
>(
  change: Change,
  option: First,
  ...options: Others
) => BeforeOf<First, Others>;

type BeforeOf<First, Others extends readonly unknown[], All = First> = First extends string
  ? [All] extends [string]
    ? WebhookOption & UnrangedOption
    : never
  : [First | Others[number]] extends [BeforeOption]
    ? Option
    : [First | Others[number]] extends [RouterBeforeOption]
      ? RouterOnlyOption
      : RouteOption;

type Beside<C, Old, Now> = FittingNames<C, Old, Now> & OnlyConversion<C>;

type BesideValue<Down extends readonly unknown[], Keys extends Contexts> = Down extends readonly [infer What]
  ? Keys extends readonly []
    ? Down
    : [
        beside: {
          readonly Carried: What;
          readonly Contexts: ValuesOf<Keys>[0];
        },
      ]
  : ValuesOf<Keys>;

export type BodyMistake<Asked, Schemas> = "body" extends keyof Schemas
  ? unknown
  : Asked extends {
        readonly [partsKey]?: infer Needed;
      }
    ? Needed extends {
        readonly WithBody: true;
      }
      ? "Typed does not read the body: add the option WithBody(schema)"
      : unknown
    : unknown;

type ByChange = "made by V.Change(version, description)";

type CallMissing<Call extends string> = `the call is missing: write ${Call}`;

interface CanBeStored {
  readonly [can]?: Ways<"Up">;
}

export interface CanDown {
  readonly [can]?: Ways<"Down">;
}

export interface CanUp {
  readonly [can]?: BareWays<"Up">;
}

declare abstract class CarriedMembers<Value, What> {
  get "Carry(value, ...)"(): Value;
  get "Carry(..., carried)"(): What;
}

interface CarriedTypes {
  readonly down: readonly unknown[];
  readonly result: unknown;
}

export interface Carries<Result> {
  readonly [result]: Result;
}

interface CarryingChain<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
  What extends CarriedTypes,
> extends Carries<What["result"]> {
  readonly [can]: Ways<Can>;
  readonly [needs]: Needs;
  readonly _zod: NoPart<"a history cannot be part of another schema: use history.Within([Each], (item) => z.array(item))">;
  Before(
    change: Changes<ByChange>,
    schema: typeof Nothing,
  ): CarryingVersioned<Newest, typeof Nothing, Can & "Down", Needs, What>;
  Before<
    Old extends Schema | typeof Nothing | Wrong<NoLink>,
    C extends (keyof C extends FunctionKey ? unknown : Beside<C, Old, Oldest>) &
      CarryingConversion<Old, Oldest, What["down"], Keys>,
    const Keys extends Contexts = [],
  >(
    change: Changes<ByChange>,
    schema: Old,
    convert: C & {
      readonly Needs?: Keys;
    },
  ): CarryingVersioned<Newest, Old, Can & StepWays<C, Old, Oldest>, Needs | Keys, What>;
  Added<const N extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    ...names: readonly [N, ...N[]]
  ): CarryingVersioned<Newest, LinkWithout<Oldest, N>, Can & AddedWays<Oldest, N>, Needs, What>;
  Added<const F extends object & Meanings<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): CarryingVersioned<Newest, LinkWithout<Oldest, keyof F>, Can, Needs, What>;
  Removed<const M extends NewMembers<Oldest, M>, const G extends NoOther<G, M> = object>(
    change: Changes<ByChange>,
    members: M,
    answers?: G & OldAnswers<Oldest, M>,
  ): CarryingVersioned<Newest, LinkWith<Oldest, M>, Can & RemovedWays<M, G>, Needs, What>;
  Renamed<const Old extends string, const Now extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    old: Old & NewName<Oldest, Old>,
    now: Now,
  ): CarryingVersioned<Newest, LinkRenamed<Oldest, Now, Old>, Can, Needs, What>;
  MadeRequired<const F extends object & Requirements<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): CarryingVersioned<Newest, LinkLoosened<Oldest, keyof F>, Can, Needs, What>;
  MadeOptional<const F extends object & OlderAnswers<Oldest, F>>(
    change: Changes<ByChange>,
    answers: F,
  ): CarryingVersioned<Newest, LinkTightened<Oldest, keyof F>, Can, Needs, What>;
  As<
    Face extends Schema,
    C extends FittingNames<C, Face, Oldest> &
      CarryingFaceConversion<Face, Oldest, What["down"]> &
      OnlyFace<C>,
  >(
    face: Face,
    convert: C,
  ): CarryingVersioned<Newest, Oldest, Can & keyof C, Needs, What>;
  Carrying<L extends Schema>(
    schema: What["down"] extends readonly []
      ? L
      : Wrong<"this history already has a Carrying: remove one of the two">,
  ): CarryingVersioned<
    Newest,
    Oldest,
    Can,
    Needs,
    {
      readonly down: [carried: OutputOf<L>];
      readonly result: Carried<What["result"], OutputOf<L>>;
    }
  >;
  Within<const P extends WrittenPath | readonly WrittenPath[], W extends Schema>(
    path: P,
    wrap: (schema: Newest) => AllLead<W, P, Newest> & W,
  ): CarryingVersioned<
    W,
    OldestWithin<W, P, Newest, Oldest>,
    Can,
    Needs,
    {
      readonly down: P extends readonly [] ? What["down"] : [];
      readonly result: PutAtAll<Sent<W>, P, What["result"]>;
    }
  >;
}

export interface CarryingConversion<
  Old,
  Now,
  Down extends readonly unknown[],
  Keys extends Contexts = [],
> extends Omit<Conversion<Old, Now, Keys>, "Down"> {
  readonly Down?: (now: AsJSON<Out<Now>>, ...beside: BesideValue<Down, Keys>) => AsJSON<Out<Old>>;
}

export interface CarryingFaceConversion<Face, Whole, Down extends readonly unknown[]> extends Omit<
  FaceConversion<Face, Whole>,
  "Down"
> {
  readonly Down?: (whole: AsJSON<Out<Whole>>, ...carried: Down) => AsJSON<OutputOf<Face>>;
}

export type CarryingVersioned<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
  What extends CarriedTypes,
> = CarryingChain<Newest, Oldest, Can, Needs, What> &
  (Newest extends StandardSchemaV1
    ? Pick<Newest, "~standard">
    : {
        readonly "~standard"?: never;
      });

interface Chain<
  Newest extends LinkIn,
  Oldest extends LinkIn,
  Can extends ConversionWay,
  Needs extends Contexts,
> {
  readonly [can]: BareWays<Can>;
  readonly [needs]: Needs;
  readonly _zod: NoPart<"a history cannot be part of another schema: use history.Within([Each], (item) => z.array(item))">;
  Before(
    change: Changes<ByChange>,
    schema: typeof Nothing,
  ): Versioned<Newest, typeof Nothing, Can & "Down", Needs>;
  Before<
    Old extends Schema | typeof Nothing | Wrong<NoLink>,
    C extends (keyof C extends FunctionKey ? unknown : Beside<C, Old, Oldest>) &
      ConversionFunctions<Old, Oldest, Keys>,
    const Keys extends Contexts = [],
  >(
    change: Changes<ByChange>,
    schema: Old,
    convert: C & {
      readonly Needs?: Keys;
    },
  ): Versioned<Newest, Old, Can & StepWays<C, Old, Oldest>, Needs | Keys>;
  Added<const N extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    ...names: readonly [N, ...N[]]
  ): Versioned<Newest, LinkWithout<Oldest, N>, Can & AddedWays<Oldest, N>, Needs>;
  Added<const F extends object & Meanings<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): Versioned<Newest, LinkWithout<Oldest, keyof F>, Can, Needs>;
  Removed<const M extends NewMembers<Oldest, M>, const G extends NoOther<G, M> = object>(
    change: Changes<ByChange>,
    members: M,
    answers?: G & OldAnswers<Oldest, M>,
  ): Versioned<Newest, LinkWith<Oldest, M>, Can & RemovedWays<M, G>, Needs>;
  Renamed<const Old extends string, const Now extends keyof Out<Oldest> & string>(
    change: Changes<ByChange>,
    old: Old & NewName<Oldest, Old>,
    now: Now,
  ): Versioned<Newest, LinkRenamed<Oldest, Now, Old>, Can, Needs>;
  MadeRequired<const F extends object & Requirements<Oldest, F>>(
    change: Changes<ByChange>,
    meanings: F,
  ): Versioned<Newest, LinkLoosened<Oldest, keyof F>, Can, Needs>;
  MadeOptional<const F extends object & OlderAnswers<Oldest, F>>(
    change: Changes<ByChange>,
    answers: F,
  ): Versioned<Newest, LinkTightened<Oldest, keyof F>, Can, Needs>;
  Carrying<L extends Schema>(
    schema: L,
  ): CarryingVersioned<
    Newest,
    Oldest,
    Can,
    Needs,
    {
      readonly down: [carried: OutputOf<L>];
      readonly result: Carried<Sent<Newest>, OutputOf<L>>;
    }
  >;
  As<
    Face extends Schema,
    C extends FittingNames<C, Face, Oldest> & FaceConversion<Face, Oldest> & OnlyFace<C>,
  >(
    face: Face,
    convert: C,
  ): Versioned<Newest, Oldest, Can & keyof C, Needs>;
  Within<const P extends WrittenPath | readonly WrittenPath[], W extends Schema>(
    path: P,
    wrap: (schema: Newest) => AllLead<W, P, Newest> & W,
  ): Versioned<W, OldestWithin<W, P, Newest, Oldest>, Can, Needs>;
}

type Changes<Words extends string> = Change | readonly [Change, ...Change[]] | Wrong<Words>;

export interface ClassDecorator {
  <Class extends AnyClass>(target: Class, context: ClassDecoratorContext<Class>): void;
  <Class extends AnyClass>(target: Class): void;
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

export interface Comparison {
  readonly select: (text: string) => readonly Version[] | undefined;
  readonly kind: "date" | "version";
}

type ContentIn<One> = One extends ContentOption<infer Content> ? Content : never;

type ContentOf<Status, S> =
  | BareContent<Status>
  | (Status extends number | string
      ? `${Status}` extends `2${string}`
        ? S extends undefined
          ? Status extends string
            ? "none"
            : never
          : SchemaContent<S>
        : never
      : never);

export interface ContentOption<Content extends "some" | "none"> {
  readonly [content]: Content;
}

type ContentsOf<Options extends readonly unknown[]> = ContentIn<Options[number]>;

export interface ContextMaker {
  <T>(
    key: Context<T>,
    provide: (req: Request) => NotInferred<T> | PromiseLike<NotInferred<T>>,
    options?: WithContextOptions,
  ): Option;
  <T, Principal>(
    key: Context<T>,
    scheme: PrincipalScheme<Principal>,
    provide: (principal: Principal, req: Request) => NotInferred<T> | PromiseLike<NotInferred<T>>,
    options?: WithContextOptions,
  ): Option;
}

type ContextMistake<Context, Public> = Context extends {
  readonly static: true;
}
  ? "a static method cannot be a route"
  : Context extends {
        readonly private: false;
        readonly name: Public;
      }
    ? never
    : "a private method cannot be a route";

type Contexts = readonly AnyContext[];

export interface Contradiction<Success> {
  readonly "contradicts WithResponse, which describes": Success;
}

interface ConversionFunctions<Old, Now, Keys extends Contexts> {
  readonly Up?: (old: Out<Old>, ...context: ValuesOf<Keys>) => GivenUp<Now>;
  readonly Down?: (now: AsJSON<Out<Now>>, ...context: ValuesOf<Keys>) => AsJSON<Out<Old>>;
  readonly Lossy?: string | Readonly<Record<string, string>>;
  readonly Stricter?: string | StricterObject<Out<Old>>;
  readonly Limit?: string;
  readonly Type?: LinkType | readonly LinkType[];
}

type ConversionKey = keyof Conversion<never, never> | "Needs";

interface ConversionNames<Old, Now> {
  readonly [oldName]?: NameIn<Out<Old>>;
  readonly [newName]?: NameIn<Out<Now>>;
  readonly [goneNames]?: NameIn<Out<Now>>;
  readonly [namesCovered]?: (names: NamesGone<Out<Now>, Out<Old>>) => void;
}

export type ConversionWay = "Up" | "Down";

type DeclaresResponse<Handler> = Handler extends (...args: infer Args) => unknown
  ? [Extract<Args["length"], 2 | 3>] extends [never]
    ? false
    : true
  : true;

export type Deferred<Made> = [Made][Made extends unknown ? 0 : never];

type EachLeads<W, Paths, Newest> = Paths extends readonly [infer First extends WrittenPath, ...infer Rest]
  ? Leads<OutputOf<W>, First, OutputOf<Newest>> & EachLeads<W, Rest, Newest>
  : unknown;

type EachPart<Whole, Paths, Newest, Part> = Paths extends readonly [
  infer First extends WrittenPath,
  ...infer Rest,
]
  ? EachPart<WithPart<Whole, First, Newest, Part>, Rest, Newest, Part>
  : Whole;

export type EarlierMistake<One> = [One] extends [never] ? never : Wrong<EarlierWords<One>>;

type EarlierName<Others> = Others extends readonly [] ? string : never;

type EarlierOption<All> = [All] extends [RouterBeforeOption]
  ? RouterBeforeOption
  : RouteBeforeOption | EarlierMistake<Exclude<All, RouteBeforeOption>>;

type EarlierWords<One> = One extends RouterBeforeOption
  ? "this is an option of routers beside one of routes: write a Before for each"
  : One extends string
    ? "Before takes the earlier name of a webhook, or options, not both"
    : One extends {
          readonly caller: Wrong<string>;
          readonly "is an option of routes"?: never;
        }
      ? "a verb in Before has only a path"
      : One extends AnyOption
        ? "Before does not take this option"
        : OptionWords<One, "is an option of routes">;

type EmptySchemas = object;

type Exactly<List extends readonly Version[], Options, Has extends Version> = Options extends readonly [
  infer First,
  ...infer Others,
]
  ? Exactly<List, Others, Extract<Has, VersionsIn<List, First>>>
  : Has;

export interface Extraction {
  readonly sources: readonly VersionSource[];
  readonly faults: readonly VersioningFault[];
  readonly comparing: readonly ((known: KnownVersions) => readonly VersioningFault[])[];
  readonly reading: (known: KnownVersions) => Reading;
  readonly schemes: readonly Scheme[];
  readonly refusesLaterPins: boolean;
}

interface FaceFunctions<Face, Whole> {
  readonly Up?: (face: OutputOf<Face>) => GivenUp<Whole>;
  readonly Down?: (whole: AsJSON<Out<Whole>>) => AsJSON<OutputOf<Face>>;
}

type FaceKey = keyof FaceConversion<never, never>;

type Fit<Value, Success> = [Value] extends [Success]
  ? true
  : [MisfitResult<Value, Success>] extends [never]
    ? true
    : never;

export type Fitting<Handler, Success, Options extends readonly unknown[]> = [Success] extends [never]
  ? true
  : Handler extends (...args: never[]) => infer Result
    ? undefined extends Awaited<Result>
      ? IsForgotten<Result, Handler, Options> extends true
        ? never
        : Fit<Awaited<Result>, Success>
      : Fit<Awaited<Result>, Success>
    : never;

type FittingNames<C, Old, Now> = typeof oldName extends keyof C
  ? [RenameMistake<C, Out<Old>, Out<Now>>] extends [never]
    ? unknown
    : Wrong<RenameMistake<C, Out<Old>, Out<Now>>>
  : unknown;

export interface FlagMaker<Name extends string = string> extends NotCalled<`${Name}()`> {
  (): VersionedSharedOption;
  (isSo: false): BeforeOption;
}

type Flat<T> = {
  [Name in keyof T]: T[Name];
};

interface ForSubscriber<V extends Version, S> {
  (version: V, value: GivenFor<S>, ...context: NoContexts<S>): WebhookDelivery;
  <const Given extends AnyContexts>(
    version: V,
    value: GivenFor<S>,
    context: Given & AllGiven<S, Given>,
  ): WebhookDelivery;
}

type ForgottenWords =
  "the handler may return undefined: return a value, throw an HTTPError, or declare WithResponse(204)";

type From<List extends readonly Version[], First> = List extends readonly [
  infer Head,
  ...infer Later extends readonly Version[],
]
  ? Head extends First
    ? List[number]
    : From<Later, First>
  : List[number];

type FunctionKey = keyof ConversionFunctions<never, never, []> | "Needs";

type FunctionWords<Made> = Made extends AnyOption
  ? "the call of this option is missing"
  : "this function is not an option: pass it to WithMiddleware or WithGuards";

export type GivenFor<S> = S extends Carries<infer Result> ? Result : OutputOf<S>;

type GivenForParts<Whole, Parts> = Parts extends readonly [infer Part, ...infer Others]
  ? GivenForParts<
      Part extends readonly [Carries<infer Result>, infer P] ? PutAtAll<Whole, P, Result> : Whole,
      Others
    >
  : Whole;

export type GivenUp<S> = S extends {
  readonly _zod: {
    readonly output: unknown;
  };
}
  ? S["_zod"] extends {
      readonly input: S["_zod"]["output"];
    }
    ? In<S>
    : InOrOut<In<S>, Out<S>>
  : InOrOut<In<S>, Out<S>>;

type GoneMistake<Unknown, Uncovered> = [Unknown] extends [never]
  ? [Uncovered] extends [never]
    ? never
    : `Rename: only the newer schema has '${Uncovered & string}': add it to Without`
  : `Rename: the newer schema has no member '${Unknown & string}' of Without`;

export interface HandleVerb extends NotCalled<'Handle("REPORT")'> {
  <
    Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
    First extends string | RouteOption | RouteOptionMistake<Exclude<First, string>> = string,
  >(
    method: string,
    pathOrOption?: First,
    ...options: Options
  ): VerbResult<First, Options>;
}

export interface HandlerArgument<Req = AnyRequest> extends Pick<CallableFunction, "caller"> {
  (req: Req, res: Response, next: NextFunction): any;
}

type HandlerGiving<Params, Options extends readonly unknown[], Given> = [
  Fitting<Given, SuccessesOf<Options>, Options>,
] extends [never]
  ? Wrong<HandlerMistake<Given, Options>>
  : "params" extends keyof SchemasOf<Options>
    ? Given
    : RouteHandler<Params, Options>;

type HandlerMistake<Given, Options extends readonly unknown[]> = Given extends RouteOption
  ? "this is an option: pass the handler before the options"
  : Given extends (req: infer Asked, ...others: never[]) => unknown
    ? BodyMistake<Asked, SchemasOf<Options>> extends infer Mistake extends string
      ? Mistake
      : MethodMistake<
          Given,
          RequestOf<SchemasOf<Options>, TextParameters<Asked>>,
          SuccessesOf<Options>,
          Options
        >
    : "a handler is a function, such as (req) => ...";

type HandlerOf<Req, Params, Options extends readonly unknown[], Given> =
  Given extends HandlerArgument<Req>
    ? HandlerGiving<Params, Options, Given>
    : unknown extends Given
      ? HandlerArgument<Req>
      : Wrong<HandlerMistake<Given, Options>>;

type HasCheck<Had extends Version> = (version: Version) => version is Had;

type HasContentAlways<Contents> = [Contents] extends [never]
  ? false
  : [Contents] extends ["some"]
    ? true
    : false;

type HasUnsent<Output, Input> = [Output] extends [SentOf<Output, Input>] ? false : true;

type Having<T, Name extends string> = Name extends KeyOf<T> ? T : never;

export type HeadersOption<Schemas> = InputOption<Schemas> & WebhookOption;

type Held<Result, Success> = [Success] extends [never]
  ? unknown
  : [Fit<Awaited<Result>, Success>] extends [never]
    ? Contradiction<Success>
    : unknown;

export type HeldMethod<
  Method extends (...args: never[]) => unknown,
  Success,
  Options extends readonly unknown[],
> =
  IsForgotten<ReturnType<Method>, Method, Options> extends true
    ? Wrong<ForgottenWords>
    : Held<ReturnType<Method>, Success>;

export interface HeldMethodDecorator<Req, Success, Options extends readonly unknown[]> extends MistakenMethod<
  Req,
  Success,
  Options
> {
  <This, Method extends RouteMethod<Req>>(
    method: Method & HeldMethod<Method, Success, Options>,
    context: ClassMethodDecoratorContext<This, Method> & PublicMethod<This>,
  ): void;
  <Prototype extends object, Name extends keyof Prototype, Method extends RouteMethod<Req>>(
    prototype: Prototype extends AnyClass ? never : Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method> & HeldMethod<Method, Success, Options>,
  ): void;
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

export interface HistoryVersions<List extends readonly Version[]> {
  readonly List: List;
  readonly Change: (version: List[number], description: string, options?: ChangeOptions) => Change;
  readonly Show: ShowValue<List>;
  readonly Stored: StoredMaker<List[number]>;
  readonly Read: ReadValue<List>;
  readonly Has: (version: List[number], change: Change) => boolean;
  readonly IsAtLeast: (version: List[number], other: List[number]) => boolean;
}

export type In<S> = S extends {
  readonly _zod: {
    readonly input: unknown;
  };
}
  ? S["_zod"]["input"]
  : S extends typeof Nothing
    ? undefined
    : InputOf<S>;

type InOrOut<I, O> = [I] extends [O | readonly unknown[]]
  ? I
  : {
      [K in keyof I]: I[K] | (K extends keyof O ? O[K] : never);
    };

type InWords<Found extends string, Otherwise extends string> = [Found] extends [never] ? Otherwise : Found;

type InputMaker<P extends Part> = <S extends RequestSchema | RequestSchemaMistake<S>>(
  schema: S,
) => InputOption<Record<P, S>>;

type IsAny<T> = 0 extends 1 & T ? true : false;

type IsAny<T> = 0 extends 1 & T ? true : false;

type IsCarriedInVain<Value, Wanted> = "Carry(value, ...)" extends keyof Value
  ? "Carry(value, ...)" extends keyof Wanted
    ? false
    : true
  : false;

type IsDecorated<Target, Place, Others> = [Place, Others] extends [DecoratorContext, readonly []]
  ? true
  : [Place, Others] extends [string | symbol | undefined, readonly [PropertyDescriptor | number]]
    ? true
    : [Target, Place, Others] extends [AnyClass, undefined, readonly []]
      ? true
      : false;

type IsForgotten<Result, Handler, Options extends readonly unknown[]> =
  undefined extends Awaited<Result>
    ? MayBeNothing<Awaited<Result>> extends true
      ? DeclaresResponse<Handler> extends true
        ? false
        : HasContentAlways<ContentsOf<Options>>
      : false
    : false;

type IsKnown<List extends readonly Version[], Options extends readonly unknown[]> = number extends
  List["length"] | Options["length"]
  ? false
  : false extends {
        [I in keyof Options]: IsKnownOption<Options[I]>;
      }[number]
    ? false
    : true;

type IsKnownOption<Option> =
  Option extends RangeOption<RangeKind, infer Named>
    ? number extends Named["length"]
      ? false
      : true extends {
            [I in keyof Named]: IsUnion<Named[I]>;
          }[number]
        ? false
        : true
    : Option extends UnrangedOption
      ? true
      : SharedOption extends Option
        ? false
        : true;

type IsOptional<T, K extends keyof T> = object extends Pick<T, K> ? true : false;

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

type IsUnion<T, All = T> = [T] extends [boolean]
  ? false
  : T extends unknown
    ? [All] extends [T]
      ? false
      : true
    : never;

type ItemOf<T, As extends LeafRule> = unknown extends T
  ? T
  : T extends Silent | undefined
    ? null
    : JSONOf<T, As>;

type JSONOf<T, As extends LeafRule> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | bigint
    ? LeafJSON<T, As>
    : T extends {
          toJSON(...args: never[]): infer Instead;
        }
      ? StructureOf<Instead, As>
      : StructureOf<T, As>;

type Join<At extends string, Name extends string> = At extends "the result" | "the item"
  ? Name
  : At extends `the ${string}[]`
    ? `[].${Name}`
    : `${At}.${Name}`;

type Joined<Functions> = [Functions] extends [never]
  ? EmptySchemas
  : [Functions] extends [(_: infer All) => void]
    ? All
    : never;

type KeyOf<T> = T extends unknown ? keyof T : never;

type KindOf<T> = T extends string
  ? "a string"
  : T extends number
    ? "a number"
    : T extends boolean
      ? "a boolean"
      : T extends bigint
        ? "a bigint"
        : T extends null
          ? "null"
          : T extends undefined
            ? "undefined"
            : T extends readonly unknown[]
              ? "a list"
              : "an object";

type KnownHeaders = {
  [Name in keyof IncomingHttpHeaders as string extends Name ? never : Name]: IncomingHttpHeaders[Name];
};

type KnownName<S> = IsAny<Out<S>> extends true ? never : keyof Out<S>;

export interface KnownVersions {
  readonly order: VersionOrder;
  readonly previews: ReadonlySet<Version>;
  readonly isAssumed: boolean;
  readonly refusing?: "unavailable" | "refuse" | undefined;
  readonly retired: ReadonlyMap<Version, unknown>;
  readonly comparison?: Comparison;
}

type LaidOver<Output, Params> = unknown extends Params ? Output : Output & Omit<Params, keyof Output>;

type Leads<Whole, P extends readonly unknown[], Part> = [At<Whole, P>] extends [never]
  ? Wrong<"Within: the path does not exist in the schema">
  : ObjectAt<At<Whole, P>, P, Part> extends Part
    ? unknown
    : Wrong<"Within: the path leads to another schema">;

type LeafJSON<T, As extends LeafRule> = As extends "value"
  ? T extends bigint
    ? never
    : T
  : As extends "result"
    ? ResultLeaf<T>
    : SchemaLeaf<T>;

type LeafRule = "value" | "result" | "schema";

type LeafValue = string | number | boolean | bigint | null | undefined;

type LessOf<T, N extends PropertyKey> = IsAny<T> extends true ? T : Omit<T, N>;

type Lifecycles = Readonly<Record<Version, Lifecycle>>;

export type LinkIn = Schema | typeof Nothing | Wrong<NoLink>;

export type LinkLoosened<S, N extends PropertyKey> = WholeSchema<LoosenedOf<In<S>, N>, LoosenedOf<Out<S>, N>>;

export type LinkMistake<S> = [S] extends [LinkIn] ? never : Wrong<SchemaWords<S, never>>;

export type LinkRenamed<S, Now, Old extends string> = WholeSchema<
  NamedOf<In<S>, Now, Old>,
  NamedOf<Out<S>, Now, Old>
>;

export type LinkTightened<S, N extends PropertyKey> = WholeSchema<
  TightenedOf<In<S>, N>,
  TightenedOf<Out<S>, N>
>;

type LinkType = BodyType | `${string}/${string}`;

export type LinkWith<S, M> = WholeSchema<
  MoreOf<
    In<S>,
    {
      readonly [K in keyof M]: In<M[K]>;
    }
  >,
  MoreOf<
    Out<S>,
    {
      readonly [K in keyof M]: Out<M[K]>;
    }
  >
>;

export type LinkWithout<S, N extends PropertyKey> = WholeSchema<LessOf<In<S>, N>, LessOf<Out<S>, N>>;

type ListedVersions<List extends readonly Version[]> =
  List[number] | readonly List[number][] | null | undefined;

type LoosenedOf<T, N extends PropertyKey> =
  IsAny<T> extends true ? T : Omit<T, N> & Partial<Pick<T, N & keyof T>>;

interface MatchRecord {
  readonly Route: Route;
  readonly Address: string;
  readonly Version: Version | undefined;
  readonly Requested: readonly Version[];
  readonly Changes: readonly Change[];
}

type MayBeNothing<Result> = unknown extends Result
  ? false
  : undefined extends 0
    ? void extends Result
      ? true
      : false
    : true;

export type Meanings<S, F> = {
  readonly [K in keyof F]: K extends keyof In<S>
    ? In<S>[K]
    : Wrong<"the newer schema has no member of this name">;
};

export interface MediaTypeParameter {
  readonly name: string;
  readonly value: string;
}

type MemberAt<Whole, Key> = Whole extends readonly (infer Item)[]
  ? Key extends typeof Each | typeof OneOrEach
    ? Item
    : never
  : Key extends typeof OneOrEach
    ? Whole
    : Whole extends object
      ? Key extends typeof Each
        ? Whole[keyof Whole]
        : Key extends keyof Whole
          ? Whole[Key]
          : never
      : never;

type MemberMisfit<Value, Wanted, At extends string, Depth extends unknown[]> = {
  [K in keyof Wanted & string]-?: K extends keyof Value
    ? Misfit<Value[K], Exclude<Wanted[K], undefined>, Join<At, K>, Depth>
    : undefined extends Wanted[K]
      ? never
      : `${Join<At, K>} is missing`;
}[keyof Wanted & string];

type Members<More> = {
  -readonly [K in keyof More as undefined extends More[K] ? never : K]: More[K];
} & {
  -readonly [K in keyof More as undefined extends More[K] ? K : never]?: More[K];
};

type MembersOf<T, As extends LeafRule> = {
  -readonly [Name in keyof T as Name extends symbol ? never : Always<Name, T[Name]>]: JSONOf<T[Name], As>;
};

type MembersSorted<T, As extends LeafRule> = Flat<MembersOf<T, As> & OptionalMembersOf<T, As>>;

type MethodContext = Pick<ClassMethodDecoratorContext, "name" | "private" | "static">;

export interface MethodDecorator<Req = AnyRequest> {
  <This, Method extends RouteMethod<Req>>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & PublicMethod<This>,
  ): void;
  <Prototype extends object, Name extends keyof Prototype, Method extends RouteMethod<Req>>(
    prototype: Prototype extends AnyClass ? never : Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void;
  readonly caller: Wrong<"this is an option: pass the handler before the options">;
}

export type MethodMistake<
  Method extends (...args: never[]) => unknown,
  Req,
  Success,
  Options extends readonly unknown[] = [],
> = Method extends (req: Req, res: Response, next: NextFunction) => infer Result
  ? IsForgotten<Result, Method, Options> extends true
    ? ForgottenWords
    : ResultMistake<Result, Success>
  : Parameters<Method> extends [infer Asked extends Record<Part, unknown>, ...unknown[]]
    ? `the route's req does not fit: ${RequestMistake<Req, Asked>}`
    : "a handler is called with (req, res, next)";

type Misfit<Value, Wanted, At extends string, Depth extends unknown[] = []> =
  ResultJSON<Value> extends SchemaJSON<Wanted>
    ? never
    : unknown extends Value
      ? never
      : IsCarriedInVain<Value, Wanted> extends true
        ? `${At} is the result of Carry, but the history has no Carrying here`
        : IsUnion<Wanted> extends true
          ? [Exclude<Wanted, null>] extends [NotSent<unknown>]
            ? `${At} ${keyof NotSent<unknown>}`
            : `${At} matches none of the allowed types`
          : Depth["length"] extends 5
            ? `${At} does not fit`
            : Wanted extends NotSent<unknown>
              ? `${At} ${keyof NotSent<unknown>}`
              : Wanted extends Wrong<infer Words>
                ? `${At}: ${Words}`
                : Wanted extends readonly (infer One)[]
                  ? Value extends readonly (infer Item)[]
                    ? Misfit<Item, One, `${At}[]`, [...Depth, 0]>
                    : `${At} is ${KindOf<Value>}, not a list`
                  : Wanted extends LeafValue
                    ? `${At} is ${KindOf<Value>}, not ${KindOf<Wanted>}`
                    : Value extends object
                      ? MemberMisfit<Value, Wanted, At, [...Depth, 0]>
                      : `${At} is ${KindOf<Value>}, not an object`;

type MisfitItem<Item, Success> = unknown extends Item
  ? never
  : Item extends undefined
    ? never
    : Item extends ServerSentEvent<infer Data>
      ? MisfitItem<Data, Success>
      : Unfit<Item, Success>;

type MisfitResult<Result, Success> = unknown extends Result
  ? never
  : Result extends Unjudged
    ? never
    : Result extends AsyncIterable<infer Item>
      ? MisfitItem<Item, Success>
      : Result extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
        ? Result
        : Unfit<Result, Success>;

interface MistakenMethod<Req, Success, Options extends readonly unknown[]> extends MistakenOnClass {
  <This, Method extends (this: This, ...args: any) => unknown, Context extends MethodContext>(
    method: Method,
    context: ClassMethodDecoratorContext<This, Method> & Context,
  ): Wrong<ContextMistake<Context, keyof This> | MethodMistake<Method, Req, Success, Options>>;
  (
    field: undefined,
    context: ClassFieldDecoratorContext,
  ): Wrong<"a property cannot be a route: write a method">;
  <Prototype extends object, Name extends string | symbol, Method extends AnyFunction>(
    prototype: Prototype,
    name: Name,
    descriptor: TypedPropertyDescriptor<Method>,
  ): Wrong<PrototypeMistake<Prototype, Name> | MethodMistake<Method, Req, Success, Options>>;
  (prototype: object, name: string | symbol): Wrong<"a property cannot be a route: write a method">;
}

interface MistakenOnClass {
  (
    target: AnyClass,
    context: ClassDecoratorContext,
  ): Wrong<"this decorator belongs on a method, not on a class">;
  (target: AnyClass): Wrong<"this decorator belongs on a method, not on a class">;
}

interface MistakenOnMethod {
  (
    method: AnyFunction,
    context: ClassMethodDecoratorContext,
  ): Wrong<"this decorator belongs on a class, not on a method">;
  (
    prototype: object,
    name: string | symbol,
    descriptor: PropertyDescriptor,
  ): Wrong<"this decorator belongs on a class, not on a method">;
}

type MoreOf<T, More> = IsAny<T> extends true ? T : T & Members<More>;

export type NameIn<T> = unknown extends T ? string : KeyOf<T>;

type NamedOf<T, Now, Old extends string> =
  IsAny<T> extends true
    ? T
    : {
        [K in keyof T as K extends Now ? Old : K]: T[K];
      };

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export type NamesGone<Now, Old> = unknown extends Now
  ? never
  : unknown extends Old
    ? never
    : Exclude<KeyOf<Now>, KeyOf<Old>>;

type NeededOptions<Parts> = Parts extends {
  readonly body: unknown;
}
  ? {
      readonly WithBody: true;
    }
  : object;

type NeedsNone<Old, Now> =
  (Old extends typeof Nothing ? "Down" : never) | (Now extends typeof Nothing ? "Up" : never);

export type NeedsOf<H> = H extends {
  readonly [needs]: infer Keys extends Contexts;
}
  ? Keys[number]
  : never;

type NeedsOfParts<Parts extends TogetherParts> = [NeedsOf<Parts[number][0]>] extends [never]
  ? []
  : readonly Extract<NeedsOf<Parts[number][0]>, AnyContext>[];

export type NewMembers<S, M> = {
  readonly [K in keyof M]: K extends KnownName<S>
    ? Wrong<"the newer schema has a member of this name already">
    : Schema;
};

export type NewName<S, Old> =
  Old extends KnownName<S> ? Wrong<"the newer schema has this member: write the old name first"> : unknown;

type NewestIn<Part> = Part extends readonly [infer H, unknown] ? NewestOf<H> : never;

export type NewestOf<H> = H extends {
  readonly Within: (path: never, wrap: (schema: infer Newest) => never) => unknown;
}
  ? Newest
  : never;

type NewestOfParts<Parts extends TogetherParts> = {
  -readonly [I in keyof Parts]: NewestIn<Parts[I]>;
};

export type NoContexts<H> = [NeedsOf<H>] extends [never]
  ? []
  : [context: Wrong<"the history needs contexts: pass a list such as [Org.Is(org)]">];

interface NoFunction {
  readonly "~standard"?: never;
  readonly prototype?: never;
  readonly bind?: never;
}

interface NoJSON {
  readonly [noJSON]: true;
}

type NoLink = "pass a schema, such as z.object({ ... }), or Nothing";

interface NoOption {
  readonly "is an option of routes"?: never;
  readonly "is an option of routers"?: never;
}

export type NoOther<G, M> = Readonly<
  Record<Exclude<keyof G, keyof M>, Wrong<"no removed member has this name">>
>;

interface NoPart<Words extends string> extends Wrong<Words> {
  readonly input?: Wrong<Words>;
  readonly output?: Wrong<Words>;
}

type NoType = any;

export interface NotCalled<Call extends string> {
  <Target, Place = undefined, Others extends readonly unknown[] = []>(
    target: Target,
    place?: Place,
    ...others: IsDecorated<Target, Place, Others> extends true ? Others : TooMany
  ): Wrong<CallMissing<`@${Call}`>>;
  readonly "is an option of routes": CallMissing<Call>;
  readonly "is an option of routers": CallMissing<Call>;
}

export type NotInferred<T> = [T][T extends unknown ? 0 : never];

export interface NotSent<What> {
  readonly "cannot be sent as JSON: describe what is sent instead, a Date by z.iso.datetime()": What;
}

type ObjectAt<Found, P extends readonly unknown[], Part> = P extends readonly [...unknown[], typeof OneOrEach]
  ? Found
  : Part extends object
    ? [Exclude<Found, Scalar>] extends [never]
      ? Found
      : Exclude<Found, Scalar>
    : Found;

type ObjectOf<T, As extends LeafRule> = keyof T extends string | number
  ? Flat<T> extends Readonly<Record<string, ValueInJSON>>
    ? object extends UndefinedMembers<T>
      ? {
          -readonly [Name in keyof T]: JSONOf<Exclude<T[Name], undefined>, As>;
        }
      : MembersSorted<T, As>
    : MembersSorted<T, As>
  : MembersSorted<T, As>;

export type Offered<Parts, Declared = NoType> = Omit<AnyRequest, Part> &
  Parts & {
    readonly [partsKey]?: "body" extends Declared
      ? {
          readonly WithBody: true;
        }
      : object;
  };

export type OldAnswers<S, M> = {
  readonly [K in keyof M]?: AsJSON<Out<M[K]>> | ((now: AsJSON<Out<S>>) => AsJSON<Out<M[K]>>);
};

export type OlderAnswers<S, F> = {
  readonly [K in keyof F]: K extends keyof Out<S>
    ? IsAny<Out<S>> extends true
      ? unknown
      : K extends keyof In<S>
        ? IsOptional<In<S>, K> extends true
          ? AsJSON<Exclude<Out<S>[K], undefined>>
          : Wrong<"the newer schema requires the member">
        : never
    : Wrong<"the newer schema has no member of this name">;
};

type OlderPart<Whole, Newest, Part> = [NonNullable<Newest>] extends [NonNullable<Whole>]
  ? Part
  : Omit<Exclude<NonNullable<Whole>, Newest extends Scalar ? never : Scalar>, keyof Newest> & Part;

type OldestIn<H> = H extends {
  readonly As: (
    face: never,
    convert: {
      readonly Up?: (face: never) => infer Taken;
    },
  ) => unknown;
}
  ? Taken
  : never;

type OldestOfParts<W extends Schema, Parts> = WholeSchema<
  WithOldest<InputOf<W>, Parts, "input">,
  WithOldest<OutputOf<W>, Parts, "output">
>;

type OldestOut<H> = H extends {
  readonly As: (
    face: never,
    convert: {
      readonly Down?: (whole: infer Given, ...carried: never[]) => never;
    },
  ) => unknown;
}
  ? Given
  : never;

type OldestWithin<W, P, Newest, Oldest> = WholeSchema<
  WithParts<InputOf<W>, P, In<Newest>, In<Oldest>>,
  WithParts<OutputOf<W>, P, Out<Newest>, Out<Oldest>>
>;

type OnlyConversion<C> = Record<
  Exclude<keyof C, ConversionKey>,
  "not a key of a conversion, which has Up, Down, Needs, Lossy, Stricter, Type and Limit"
>;

type OnlyFace<C> = Record<Exclude<keyof C, FaceKey>, "not a key of a face, which has Up and Down">;

type OptionWords<One, Brand extends string> =
  One extends Readonly<Record<Brand, infer Words extends string>>
    ? Words
    : One extends readonly unknown[]
      ? "this is a list: spread it, as in ...options"
      : One extends {
            readonly caller: Wrong<string>;
          }
        ? "this is a decorator, not an option"
        : One extends RouteBeforeOption | RouterBeforeOption
          ? "this belongs into Before(change, ...)"
          : One extends WebhookOption
            ? "this is an option of webhooks: pass it to V.Webhook"
            : One extends (...args: never[]) => infer Made
              ? FunctionWords<Made>
              : "this is not an option, such as WithTags('cats')";

type Optional<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? {
        [Name in keyof T]?: Optional<T[Name]>;
      }
    : T;

type OptionalMembersOf<T, As extends LeafRule> = {
  -readonly [Name in keyof T as Name extends symbol ? never : Sometimes<Name, T[Name]>]?: JSONOf<
    Exclude<T[Name], Silent | undefined>,
    As
  >;
};

export type Out<S> = S extends {
  readonly _zod: {
    readonly output: unknown;
  };
}
  ? S["_zod"]["output"]
  : S extends typeof Nothing
    ? undefined
    : OutputOf<S>;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}...` ? Bare : Name) | ParameterNames<Rest>
  : never;

type PartOf<P extends Part, Output> = P extends "headers"
  ? Output & Omit<KnownHeaders, keyof Output>
  : Output;

type PartsLead<W, Parts> = Parts extends readonly [infer Part, ...infer Others]
  ? (Part extends readonly [infer H, infer P] ? AllLead<W, P, NewestOf<H>> : unknown) & PartsLead<W, Others>
  : unknown;

export type Perhaps<Had extends Version> = Had & PerhapsHad;

export interface PerhapsHad {
  readonly [perhaps]: true;
}

type Plain = string | number | boolean | null | Plain[] | PlainObject;

interface PlainObject {
  [name: string]: Plain | undefined;
  [name: symbol]: never;
}

export type PlainSchema =
  | (JSONSchema & {
      readonly "~standard"?: never;
    })
  | (object & NoFunction);

export interface PrincipalScheme<Principal> extends SecurityRequirement {
  Of(req: IncomingMessage): Principal;
  Find(req: IncomingMessage): Principal | undefined;
}

export interface Problem {
  readonly code: string;
  readonly where: string;
  readonly text: string;
}

type ProblemDetailsJSON = typeof json;

export interface ProblemDetailsSchema extends StandardSchemaV1<ProblemDetailsBody>, ProblemDetailsJSON {}

type PrototypeMistake<Prototype, Name> = Prototype extends AnyClass
  ? "a static method cannot be a route"
  : Name extends keyof Prototype
    ? never
    : "a private method cannot be a route";

interface PublicMethod<This> {
  readonly static: false;
  readonly private: false;
  readonly name: keyof This;
}

type PutAt<Whole, P extends readonly unknown[], Value> = Whole extends null | undefined
  ? Whole
  : P extends readonly [infer Key, ...infer Rest]
    ? Whole extends readonly (infer Item)[]
      ? Key extends string
        ? Whole
        : PutAt<Item, Rest, Value>[]
      : Key extends typeof OneOrEach
        ? PutAt<Whole, Rest, Value>
        : {
            [Name in keyof Whole]: Key extends typeof Each | Name
              ? PutAt<Whole[Name], Rest, Value>
              : Whole[Name];
          }
    : Whole extends Scalar
      ? Whole
      : Value;

export type PutAtAll<Whole, P, Value> = P extends readonly []
  ? Value extends Carried<unknown, infer What>
    ? Carried<Whole, What>
    : Value
  : P extends WrittenPath
    ? PutAt<Whole, P, Value>
    : PutAtEach<Whole, P, Value>;

type PutAtEach<Whole, Paths, Value> = Paths extends readonly [infer First extends WrittenPath, ...infer Rest]
  ? PutAtEach<PutAt<Whole, First, Value>, Rest, Value>
  : Whole;

type RangeKind = "WithVersion" | "Since" | "Until";

export interface RangeOption<Kind extends RangeKind, Named extends readonly Version[]> extends SharedOption {
  readonly [range]: readonly [kind: Kind, ...named: Named];
}

interface ReadValue<List extends readonly Version[]> {
  <H extends AnyVersioned>(
    history: H,
    version: List[number],
    value: unknown,
    ...context: NoContexts<H>
  ): Promise<OutputOf<H>>;
  <H extends AnyVersioned, const Given extends AnyContexts>(
    history: H,
    version: List[number],
    value: unknown,
    context: Given & AllGiven<H, Given>,
  ): Promise<OutputOf<H>>;
}

export type ReadVersions = (req: Request) => RequestedVersions | Promise<RequestedVersions>;

export interface Reading {
  readonly read: ReadVersions;
  readonly readPlaces: ReadVersions;
  readonly asksFunctions: boolean;
}

interface RefusalRecord {
  readonly Requested: readonly Version[];
  readonly Unreadable?: readonly string[];
  readonly Reason: RefusedReason;
  readonly Address?: string | undefined;
}

export type Register<Self> = <
  Path extends string,
  Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
  Given,
  Params = PathParameters<Path>,
>(
  path: Path,
  handler: HandlerOf<
    RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>,
    Params,
    Options,
    Given
  >,
  ...options: Options
) => Self;

export type RegisterMethod<Self> = <
  Path extends string,
  Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
  Given,
  Params = PathParameters<Path>,
>(
  method: string,
  path: Path,
  handler: HandlerOf<
    RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>,
    Params,
    Options,
    Given
  >,
  ...options: Options
) => Self;

export type RemovedWays<M, G> = [AnsweredName<M>] extends [keyof G] ? ConversionWay : "Up";

export type RenameMistake<C, Old, Now> =
  C extends Renaming<infer From, infer To, infer Gone>
    ? From extends NameIn<Old>
      ? To extends NameIn<Now>
        ? GoneMistake<Exclude<Gone, NameIn<Now>>, Exclude<NamesGone<Now, Old>, To | Gone>>
        : `Rename: the newer schema has no member '${To}'`
      : From extends NameIn<Now>
        ? To extends NameIn<Old>
          ? `Rename: the names are swapped: write Rename('${To}', '${From}'), the old name first`
          : `Rename: the older schema has no member '${From}'`
        : `Rename: the older schema has no member '${From}'`
    : never;

type Renamed<T, From extends string, To extends string, Gone extends string> = T extends unknown
  ? {
      [K in keyof T as K extends From ? To : Exclude<K, Gone>]: T[K];
    }
  : never;

export interface Renaming<Old extends string, Now extends string, Gone extends string = never> {
  readonly [oldName]: Old;
  readonly [newName]: Now;
  readonly [goneNames]: Gone;
  readonly [namesCovered]: (names: Now | Gone) => void;
  readonly Up: <T extends object>(
    value: Having<T, Old>,
  ) => Renamed<T, Old, Now, never> & Readonly<Record<Gone, never>>;
  readonly Down: <T extends object>(value: Having<T, Now>) => Renamed<T, Now, Old, Gone>;
}

type RequestMistake<Req, Asked extends Record<Part, unknown>> = {
  [P in Part]: P extends keyof Req
    ? IsAny<Req[P]> extends true
      ? never
      : Req[P] extends Asked[P]
        ? never
        : InWords<Misfit<Req[P], Asked[P], `req.${P}`>, `req.${P} does not fit`>
    : never;
}[Part];

export type RequestOf<Schemas, Params = NoType, Declared = NoType> = keyof Schemas extends unknown
  ? Offered<
      {
        params: "params" extends keyof Schemas ? LaidOver<OutputOf<Schemas["params"]>, Params> : Params;
        query: "query" extends keyof Schemas ? OutputOf<Schemas["query"]> : NoType;
        headers: "headers" extends keyof Schemas
          ? PartOf<"headers", OutputOf<Schemas["headers"]>>
          : IncomingHttpHeaders;
        cookies: "cookies" extends keyof Schemas ? OutputOf<Schemas["cookies"]> : NoType;
        body: "body" extends keyof Schemas ? OutputOf<Schemas["body"]> : NoType;
      },
      Declared
    >
  : never;

export type RequestSchema = StandardRequestSchema | (PlainSchema & CanUp);

export type RequestSchemaMistake<S> = [S] extends [RequestSchema] ? never : Wrong<SchemaWords<S, "Up">>;

export interface RequestedVersions {
  readonly versions: readonly Version[];
  readonly sent: readonly string[];
  readonly isAssumed: boolean;
  readonly unreadable?: readonly string[];
  readonly admitted?: readonly Admission[] | undefined;
  readonly unknownPins?: readonly Version[];
  readonly laterPin?: Version | undefined;
}

type RequiredName<T> = T extends unknown
  ? {
      [K in keyof T]-?: object extends Pick<T, K> ? never : K;
    }[keyof T]
  : never;

export type Requirements<S, F> = {
  readonly [K in keyof F]: K extends keyof In<S>
    ? IsAny<In<S>> extends true
      ? unknown
      : IsOptional<In<S>, K> extends true
        ? Wrong<"the member is optional in the newer schema">
        : In<S>[K]
    : Wrong<"the newer schema has no member of this name">;
};

type ResponseMaker = <
  const Status extends ResponseStatus | Wrong<"a status is a number, a range such as '4XX', or 'default'">,
  S extends AnswerSchema | AnswerSchemaMistake<S> | undefined = undefined,
  About extends string | ResponseOptions | undefined = undefined,
>(
  status: Status,
  schema?: S,
  about?: About,
) => ResponseOption<Status, S, About>;

export type ResultJSON<T> = JSONOf<T, "result">;

type ResultLeaf<T> = T extends string
  ? string extends T
    ? AnyText
    : `${T}`
  : T extends number
    ? number extends T
      ? AnyNumber
      : T
    : T extends bigint
      ? NoJSON
      : T;

type ResultMisfit<Result, Success> =
  Result extends AsyncIterable<infer Item>
    ? Misfit<Exclude<Item, undefined>, Success, "the item">
    : Misfit<Exclude<Awaited<Result>, undefined>, Success, "the result">;

type ResultMistake<Result, Success> = [Success] extends [never]
  ? never
  : `WithResponse: ${InWords<ResultMisfit<Result, Success>, "the result does not fit">}`;

interface RouteHandler<Params, Options extends readonly unknown[]> {
  (
    req: RequestOf<SchemasOf<Options>, Params, keyof SchemasOf<Options>>,
    res: Response,
    next: NextFunction,
  ): any;
  readonly caller: CallableFunction["caller"];
}

type RouteMethod<Req> = (req: Req, res: Response, next: NextFunction) => unknown;

export interface RouteOnlyOption extends RouteOption, MistakenOnClass {}

export type RouteOptionMistake<One> = [One] extends [RouteOption]
  ? never
  : Wrong<RouteOptionWords<Exclude<One, RouteOption>>>;

type RouteOptionWords<One> = One extends RouterOption
  ? "this is an option of routers: pass it to Include, new Router or @Router"
  : OptionWords<One, "is an option of routes">;

export interface RouterConstructor extends NotCalled<"Router()"> {
  new <
    First extends string | RouterOption | RouterOptionMistake<Exclude<First, string>> = string | RouterOption,
    Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[] =
      readonly RouterOption[],
  >(
    prefixOrOption?: First,
    ...options: Options
  ): Router;
  <
    Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[],
    First extends string | RouterOption | RouterOptionMistake<Exclude<First, string>> = string,
  >(
    prefixOrOption?: First,
    ...options: Options
  ): ClassDecorator;
  readonly prototype: Router;
}

export interface RouterOnlyOption extends RouterOption, MistakenOnMethod {}

export type RouterOptionMistake<One> = [One] extends [RouterOption]
  ? never
  : Wrong<RouterOptionWords<Exclude<One, RouterOption>>>;

type RouterOptionWords<One> = One extends RouteOption
  ? "this is an option of routes: pass it to a route"
  : OptionWords<One, "is an option of routers">;

export interface SameFunctions {
  readonly [goneNames]: never;
  readonly Up: <T>(value: T) => never;
  readonly Down: <T>(value: T) => T;
}

type Scalar = string | number | boolean;

type SchemaContent<S> = unknown extends S
  ? "none"
  : S extends {
        readonly "~standard": object;
      }
    ? undefined extends OutputOf<S>
      ? "none"
      : "some"
    : typeof Nothing extends NewestOf<S>
      ? "none"
      : "some";

export type SchemaJSON<T> = JSONOf<T, "schema">;

type SchemaLeaf<T> = T extends string
  ? AnyText | (string extends T ? string : `${T}`)
  : T extends number
    ? AnyNumber | T
    : T extends boolean
      ? boolean
      : T extends bigint
        ? never
        : T;

export type SchemaWords<S, Way extends string> = S extends {
  readonly [can]: infer Ways;
}
  ? `every step has ${Way}` extends keyof Ways
    ? "the values of this history carry what no request has: Carrying is for responses"
    : `a step of this history has no ${Way}, which is needed here`
  : S extends abstract new (...args: never[]) => unknown
    ? "a class is not a schema: pass one, such as z.object({ ... })"
    : S extends (...args: never[]) => unknown
      ? "a function is not a schema: pass one, such as z.object({ ... })"
      : S extends symbol
        ? "Nothing is for histories: write Versioned(Nothing)"
        : "this is not a schema, such as z.object({ ... })";

export type SchemasOf<Options extends readonly unknown[]> = Options extends readonly []
  ? EmptySchemas
  : Joined<TakerOf<Options[number]>>;

export interface Scheme {
  readonly name: string;
  readonly description: OpenAPISecurityScheme;
  readonly authenticate: (req: Request, scopes: readonly string[]) => unknown;
  readonly wing: Wing;
}

export interface SendableVersions {
  readonly has: (version: Version) => boolean;
  readonly words: string;
}

export type Sent<S> = [OutputOf<S>] extends [Plain]
  ? OutputOf<S>
  : true extends HasUnsent<OutputOf<S>, InputOf<S>>
    ? SentOf<OutputOf<S>, InputOf<S>>
    : OutputOf<S>;

type SentOf<Output, Input> = unknown extends Output
  ? Output
  : Output extends string | number | boolean | null | undefined | Silent
    ? Output
    : Output extends bigint
      ? NotSent<"a bigint">
      : Output extends {
            toJSON(...args: never[]): infer Instead;
          }
        ? [Instead] extends [Input]
          ? Output
          : NotSent<Output>
        : Output extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
          ? Output
          : {
              [Name in keyof Output]: SentOf<Output[Name], Name extends keyof Input ? Input[Name] : unknown>;
            };

interface ShowValue<List extends readonly Version[]> {
  <Shown = unknown, H extends AnyVersioned = AnyVersioned>(
    history: H,
    version: List[number],
    value: GivenFor<H>,
    ...context: NoContexts<H>
  ): NotInferred<Shown>;
  <Shown = unknown, H extends AnyVersioned = AnyVersioned, const Given extends AnyContexts = AnyContexts>(
    history: H,
    version: List[number],
    value: GivenFor<H>,
    context: Given & AllGiven<H, Given>,
  ): NotInferred<Shown>;
}

type Silent = symbol | ((...args: never[]) => unknown) | (abstract new (...args: never[]) => unknown) | void;

type Sometimes<Name, Value> = unknown extends Value
  ? never
  : [Extract<Value, Silent | undefined>] extends [never]
    ? never
    : [Value] extends [Silent | undefined]
      ? never
      : Name;

export interface SourceFault {
  readonly expected: string;
  readonly written: string;
}

interface StandardAnswerSchema extends StandardSchemaV1, CanDown {}

interface StandardRequestSchema extends StandardSchemaV1, CanUp {}

interface StandardStoredSchema extends StandardSchemaV1, CanBeStored {}

export type StatusOption<Status> = VersionedOption & ContentOption<BareContent<Status>>;

type StepWays<C, Old, Now> = ConversionWay extends keyof C
  ? typeof goneNames extends keyof C
    ? WaysOfRenaming<C, Now, Old>
    : ConversionWay
  : keyof C | NeedsNone<Old, Now>;

interface StoredReader<S> {
  (stored: unknown, ...context: NoContexts<S>): Promise<OutputOf<S>>;
  <const Given extends AnyContexts>(
    stored: unknown,
    context: Given & AllGiven<S, Given>,
  ): Promise<OutputOf<S>>;
}

export type StoredSchema = StandardStoredSchema | (PlainSchema & CanBeStored);

export type StoredSchemaMistake<S> = [S] extends [StoredSchema] ? never : Wrong<SchemaWords<S, "Up">>;

interface StricterObject<Old> {
  readonly Reason: string;
  readonly Path?: Readonly<Record<string, string>>;
  readonly Where?: (old: Old) => boolean;
}

type StructureOf<T, As extends LeafRule> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | bigint
    ? LeafJSON<T, As>
    : T extends Silent
      ? undefined
      : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
        ? Record<string, never>
        : T extends readonly unknown[]
          ? number extends T["length"]
            ? ItemOf<T[number], As>[]
            : {
                -readonly [Index in keyof T]: ItemOf<T[Index], As>;
              }
          : ObjectOf<T, As>;

type SuccessIn<One> = One extends {
  readonly [gives]: infer Success;
}
  ? Success
  : never;

type SuccessOf<Status, S, About> = Status extends number | string
  ? `${Status}` extends `2${string}`
    ? S extends undefined
      ? About extends {
          readonly Type: string;
        }
        ? any
        : never
      : S extends Carries<infer Result>
        ? Result
        : Sent<S>
    : never
  : never;

export type SuccessesOf<Options extends readonly unknown[]> = SuccessIn<Options[number]>;

type TakerOf<One> = One extends {
  readonly [takes]: infer Schemas;
}
  ? (_: Schemas) => void
  : never;

type Text<Params> =
  Params extends Readonly<Record<string, string | string[] | undefined>>
    ? Params
    : {
        [Name in keyof Params]: Params[Name] extends string | string[] | undefined ? Params[Name] : string;
      };

type TextParameters<Asked> = Asked extends {
  readonly params: infer Params;
}
  ? Text<Params>
  : Record<string, string>;

type TightenedOf<T, N extends PropertyKey> =
  IsAny<T> extends true
    ? T
    : Omit<T, N> & {
        [K in N & keyof T]-?: Exclude<T[K], undefined>;
      };

export type TogetherFunction = <const Parts extends TogetherParts, W extends Schema>(
  parts: Parts,
  wrap: (...newest: NewestOfParts<Parts>) => PartsLead<W, Parts> & W,
) => TogetherOf<W, Parts>;

type TogetherOf<W extends Schema, Parts extends TogetherParts> = [
  Extract<Parts[number][0], Carries<unknown>>,
] extends [never]
  ? Versioned<W, OldestOfParts<W, Parts>, WaysOfParts<Parts>, NeedsOfParts<Parts>>
  : CarryingVersioned<
      W,
      OldestOfParts<W, Parts>,
      WaysOfParts<Parts>,
      NeedsOfParts<Parts>,
      {
        readonly down: [];
        readonly result: GivenForParts<Sent<W>, Parts>;
      }
    >;

type TogetherPart = readonly [history: AnyVersioned, path: WrittenPath | readonly WrittenPath[]];

type TogetherParts = readonly [TogetherPart, ...(readonly TogetherPart[])];

type TooMany = [never, never, never, never, never, never, never, never];

type UndefinedMembers<T> = {
  [Name in keyof T as undefined extends T[Name] ? Name : never]: T[Name];
};

type Unfit<Value, Success> = ResultJSON<Value> extends SchemaJSON<Success> ? never : Value;

type Unjudged =
  void | undefined | ServerResponse | NodeJS.ReadableStream | WebStream | ArrayBufferView | ArrayBufferLike;

type UnknownPin = "refuse" | "none" | "unavailable";

export interface UnrangedOption {
  readonly [unranged]: true;
}

type UpTo<List extends readonly Version[], Last> = Last | Exclude<List[number], From<List, Last>>;

type ValueInJSON =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | (object & {
      readonly bind?: never;
    });

type ValuesOf<Keys extends Contexts> = [
  context: {
    readonly [I in keyof Keys]: Keys[I] extends Context<infer T> ? T : never;
  },
];

export type VerbDecorator<Options extends readonly unknown[]> = Options extends readonly []
  ? VerbMethodDecorator & RouteBeforeOption
  : [SuccessesOf<Options>] extends [never]
    ? VerbMethodDecorator<RequestOf<SchemasOf<Options>>>
    : HeldMethodDecorator<RequestOf<SchemasOf<Options>>, SuccessesOf<Options>, Options>;

export interface VerbMethodDecorator<Req = AnyRequest>
  extends MethodDecorator<Req>, MistakenMethod<Req, never, []> {}

type VerbResult<First, Options extends readonly unknown[]> = [First] extends [string]
  ? VerbDecorator<Options>
  : VerbDecorator<readonly [First, ...Options]>;

export interface VersionOrder {
  readonly list: readonly Version[];
  readonly placeOf: (version: Version) => number | undefined;
  readonly has: (version: Version) => boolean;
  readonly isBefore: (version: Version, other: Version) => boolean;
  readonly isFrom: (version: Version, first: Version) => boolean;
  readonly compare: (version: Version, other: Version) => number;
  readonly range: (since: Version | undefined, until: Version | undefined) => readonly Version[];
  readonly isComparable: () => boolean;
  readonly isAscending: () => boolean;
  readonly isLater: (version: Version) => boolean;
}

export interface VersionParts {
  readonly segment?: string;
  readonly header?: NamedValue;
  readonly query?: NamedValue;
  readonly cookie?: NamedValue;
}

export interface VersionSource {
  readonly words: string;
  readonly varyField: string | undefined;
  readonly parameter: Pick<OpenAPIParameter, "name" | "in"> | undefined;
  readonly mediaTypeSuffix?: (version: Version) => string;
  readonly contentTypeParameter?: (version: Version) => MediaTypeParameter | undefined;
  readonly addressUnder?: (base: string, version: Version) => string;
  readonly partsFor: ((version: Version) => VersionParts) | undefined;
  readonly rangeWords?: (versions: readonly Version[], released: readonly Version[]) => string;
  readonly sendable: SendableVersions | undefined;
  readonly fault: SourceFault | undefined;
}

export type Versioned<
  Newest extends LinkIn = Schema,
  Oldest extends LinkIn = Newest,
  Can extends ConversionWay = ConversionWay,
  Needs extends Contexts = [],
> = Chain<Newest, Oldest, Can, Needs> &
  (Newest extends StandardSchemaV1
    ? Pick<Newest, "~standard">
    : {
        readonly "~standard"?: never;
      });

export type VersioningFault =
  | {
      readonly code: "header-missing" | "key-missing" | "extractor-missing";
      readonly details: readonly [];
    }
  | {
      readonly code: "argument-invalid";
      readonly details: readonly [name: string, expected: string, written: string];
    }
  | {
      readonly code: "range-without-list" | "versions-unordered";
      readonly details: readonly [extractor: string];
    }
  | {
      readonly code: "unknown-version-compared";
      readonly details: readonly [option: "unavailable" | "refuse", extractor: string];
    }
  | {
      readonly code: "retired-not-before";
      readonly details: readonly [extractor: string, version: string, oldest: string];
    }
  | {
      readonly code: "version-not-a-day";
      readonly details: readonly [extractor: string, version: string];
    }
  | {
      readonly code: "versions-not-compared";
      readonly details: readonly [extractor: string, expected: string, fix: string];
    };

type VersionsIn<List extends readonly Version[], Option> =
  Option extends RangeOption<infer Kind, infer Named>
    ? {
        WithVersion: Named[number];
        Since: From<List, Named[0]>;
        Until: UpTo<List, Named[0]>;
      }[Kind]
    : List[number];

export type VersionsOf<List extends readonly Version[], Options extends readonly unknown[]> =
  IsKnown<List, Options> extends true
    ? Exactly<List, Options, List[number]>
    : Perhaps<Exactly<List, Options, List[number]>>;

export type Ways<Can extends ConversionWay> = {
  readonly [Way in Can as `every step has ${Way}`]: true;
};

type WaysOfParts<Parts extends TogetherParts> =
  | (Parts[number][0] extends {
      readonly [can]: Ways<"Up">;
    }
      ? "Up"
      : never)
  | (Parts[number][0] extends {
      readonly [can]: Ways<"Down">;
    }
      ? "Down"
      : never);

export type WaysOfRenaming<C, Now, Old> = C extends SameFunctions
  ? [OutputOf<Old>] extends [GivenUp<Now>]
    ? keyof C
    : Exclude<keyof C, "Up">
  : C extends {
        readonly [goneNames]: infer Gone;
      }
    ? [Extract<Gone, RequiredName<InputOf<Now>>>] extends [never]
      ? keyof C
      : Exclude<keyof C, "Up">
    : keyof C;

interface WebStream {
  readonly locked: boolean;
  cancel(reason?: never): Promise<void>;
  getReader(): unknown;
}

export interface WholeSchema<In, Out> extends StandardSchemaV1<In, Out> {}

export interface Wing {
  readonly name: string;
}

type WithOldest<Whole, Parts, Side extends "input" | "output"> = Parts extends readonly [
  infer Part,
  ...infer Others,
]
  ? WithOldest<
      Part extends readonly [infer H, infer P]
        ? Side extends "input"
          ? WithParts<Whole, P, In<NewestOf<H>>, OldestIn<H>>
          : WithParts<Whole, P, Out<NewestOf<H>>, OldestOut<H>>
        : Whole,
      Others,
      Side
    >
  : Whole;

type WithPart<Whole, P extends readonly unknown[], Newest, Part> = P extends readonly [
  infer Key,
  ...infer Rest,
]
  ? Whole extends readonly (infer Item)[]
    ? Key extends string
      ? Whole
      : WithPart<Item, Rest, Newest, Part>[]
    : Key extends typeof OneOrEach
      ? WithPart<Whole, Rest, Newest, Part>
      : Whole extends object
        ? {
            [K in keyof Whole]: Key extends typeof Each | K
              ? WithPart<Whole[K], Rest, Newest, Part>
              : Whole[K];
          }
        : Whole
  : OlderPart<Whole, Newest, Part> | Exclude<Extract<Whole, Scalar | null | undefined>, Newest>;

export type WithParts<Whole, P, Newest, Part> = P extends WrittenPath
  ? WithPart<Whole, P, Newest, Part>
  : EachPart<Whole, P, Newest, Part>;

export type WrittenPath = readonly (string | typeof Each | typeof OneOrEach)[];

export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}

declare const anyNumber: unique symbol;

declare const anyText: unique symbol;

declare const brand: unique symbol;

export declare const can: unique symbol;

declare const content: unique symbol;

declare const contextBrand: unique symbol;

declare const extracts: unique symbol;

declare const gives: unique symbol;

export declare const goneNames: unique symbol;

declare const json: {
  readonly title: "ProblemDetails";
  readonly type: "object";
  readonly required: readonly ["type", "title", "status", "detail", "instance", "code", "request_id"];
  readonly properties: {
    readonly type: {
      readonly type: "string";
      readonly format: "uri-reference";
      readonly default: "about:blank";
    };
    readonly title: {
      readonly type: "string";
    };
    readonly status: {
      readonly type: "integer";
      readonly minimum: 400;
      readonly maximum: 599;
    };
    readonly detail: {
      readonly type: "string";
    };
    readonly instance: {
      readonly type: "string";
      readonly format: "uri-reference";
    };
    readonly code: {
      readonly type: "string";
      readonly examples: readonly ["not_found"];
    };
    readonly details: {};
    readonly request_id: {
      readonly type: "string";
      readonly format: "uuid";
    };
  };
};

export declare const namesCovered: unique symbol;

export declare const needed: unique symbol;

declare const needs: unique symbol;

export declare const newName: unique symbol;

declare const noJSON: unique symbol;

export declare const oldName: unique symbol;

declare const partsKey: unique symbol;

declare const perhaps: unique symbol;

declare const range: unique symbol;

declare const result: unique symbol;

declare const takes: unique symbol;

declare const unranged: unique symbol;
