/** Creates an ajv, or an object that compiles schemas in the same way: see `AppOptions.Ajv`. */
export type AjvFactory = (
  defaults: object,
  use: "body" | "text" | "response",
) => {
  compile(schema: object): unknown;
  /** Finds the validator of a schema that was added by its `$id`; its `schema` is followed. */
  getSchema?(reference: string): unknown;
  /** False for a keyword that the ajv does not know. */
  getKeyword?(keyword: string): unknown;
};
