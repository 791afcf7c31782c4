// The exports, sorted. Written by `npm run fix:interface`.

export type AjvFactory = (
  defaults: object,
  use: "body" | "text" | "response",
) => {
  compile(schema: object): unknown;
  getSchema?(reference: string): unknown;
  getKeyword?(keyword: string): unknown;
};

export type AsJSON<T> = [T] extends [Plain] ? T : JSONOf<T, "value">;

export interface Carried<Value, What> extends CarriedMembers<Value, What> {}

export declare function Carry<Value extends object, What>(
  value: Value,
  carried: () => What | PromiseLike<What>,
): Carried<Value, What>;

export declare function Carry<Value extends object, What>(
  value: Value,
  carried: What | PromiseLike<What>,
): Carried<Value, What>;

export interface Change {
  readonly Version: Version;
  readonly Description: string;
  readonly Internal: boolean;
}

export interface ChangeOptions {
  readonly Internal?: boolean;
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

export type Conversion<Old, Now, Keys extends Contexts = []> = ConversionNames<Old, Now> &
  ConversionFunctions<Old, Now, Keys>;

export declare function DefineVersions<const List extends readonly Version[]>(
  ...versions: List
): HistoryVersions<List>;

export declare const Each: unique symbol;

export interface FaceConversion<Face, Whole> extends FaceFunctions<Face, Whole> {
  readonly [oldName]?: NameIn<OutputOf<Face>>;
  readonly [newName]?: NameIn<Out<Whole>>;
  readonly [goneNames]?: NameIn<Out<Whole>>;
  readonly [namesCovered]?: (names: NamesGone<Out<Whole>, OutputOf<Face>>) => void;
}

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

export interface HistoryVersions<List extends readonly Version[]> {
  readonly List: List;
  readonly Change: (version: List[number], description: string, options?: ChangeOptions) => Change;
  readonly Show: ShowValue<List>;
  readonly Stored: StoredMaker<List[number]>;
  readonly Read: ReadValue<List>;
  readonly Has: (version: List[number], change: Change) => boolean;
  readonly IsAtLeast: (version: List[number], other: List[number]) => boolean;
}

export type InputOf<S> = S extends {
  readonly _zod: {
    readonly input: unknown;
  };
}
  ? S["_zod"]["input"]
  : S extends StandardSchemaV1<infer Input, unknown>
    ? Input
    : AnyValue;

export type JSONSchema = Readonly<Record<string, unknown>>;

export declare function JSONSchemaOf<T>(schema: PlainSchema): TypedJSONSchema<T>;

export declare const Nothing: unique symbol;

export declare const Now: Context<Date>;

export declare function OneOf<const Schemas extends readonly [Schema, ...Schema[]]>(
  choose: (value: any) => Schemas[number] | undefined,
  alternatives: Schemas,
): OneOfSchema<Schemas>;

export interface OneOfSchema<Schemas extends readonly Schema[] = readonly Schema[]> {
  readonly "~standard": StandardSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>> &
    StandardJSONSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>>;
}

export declare const OneOrEach: unique symbol;

export type OutputOf<S> = S extends {
  readonly _zod: {
    readonly output: unknown;
  };
}
  ? S["_zod"]["output"]
  : S extends StandardSchemaV1<unknown, infer Output>
    ? Output
    : AnyValue;

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

export declare const Same: SameFunctions;

export type Schema = StandardSchemaV1 | PlainSchema;

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

export declare const Together: TogetherFunction;

export interface TypedJSONSchema<T> extends StandardSchemaV1<T, T> {}

export type Version = string;

export declare function Versioned<S extends LinkIn | LinkMistake<S>>(newest: S): Versioned<S>;

export type Versioned<
  Newest extends LinkIn = Schema,
  Oldest extends LinkIn = Newest,
  Can extends "Up" | "Down" = "Up" | "Down",
> = VersionedType<Newest, Oldest, Can>;
