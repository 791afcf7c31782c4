/**
 * The members of ajv that this package uses. An application's own ajv needs only `compile`. No type of ajv is used here,
 * because declarations of entry points contain this interface, and ajv may not be installed.
 */
export interface AjvLike {
  compile(schema: object): unknown;
  addSchema?(schema: object, key: string): unknown;
  removeSchema?(schema: object | string): unknown;
  removeKeyword?(keyword: string): unknown;
  addKeyword?(definition: unknown): unknown;
  getKeyword?(keyword: string): unknown;
  getSchema?(reference: string): unknown;
  readonly formats?: Readonly<Record<string, unknown>>;
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** The schemas that ajv is compiling. A reference to one of them is resolved when a value is validated. */
  readonly _compilations?: Set<unknown>;
  readonly refs?: Readonly<Record<string, unknown>>;
  readonly opts?: {
    readonly validateFormats?: boolean;
    readonly discriminator?: boolean;
    readonly coerceTypes?: boolean | "array";
  };
  readonly RULES?: { readonly keywords?: Readonly<Record<string, unknown>> };
}
