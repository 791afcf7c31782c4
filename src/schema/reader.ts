import { strangerInWords } from "../core/model/copies";
import { once, remembered } from "../core/model/collections";
import type {
  AjvFactory,
  ClosedMembers,
  JSONSchema,
  OutputReader,
  Schema,
  Side,
  Validate,
} from "./interface/schema";
import { takeRejection } from "../core/model/value";
import { asDraft2020, isOlder } from "./json-schema/drafts";
import type { AppComponents } from "./app-components";
import { closedMembersMaker } from "./closed-members";
import { choiceIn } from "./choice";
import type { AjvFailure, CompiledSchema, SchemaUse } from "./compiled-schema";
import { adviceForAjv, plainReaderAtHand } from "./plain-at-hand";
import { jsonCopy } from "./interface/plain-copy";
import { membersByKind } from "./undescribed-kinds";
import {
  assertReadable,
  describeSchema,
  readingFailureOf,
  standardOf,
  validatorOf,
  type DescribedSchema,
} from "./standard";

/** Reads schemas of any library, and plain JSON Schema. Each schema is read only once. */
export interface SchemaReader extends OutputReader {
  /** The JSON Schema (2020-12) of a schema's input or output, with all schemas that it refers to. */
  readonly describe: (schema: object, side: Side) => DescribedSchema;
  readonly compile: (schema: object, use: SchemaUse) => CompiledSchema | AjvFailure | undefined;
  /** @throws Error for plain JSON Schema if ajv is missing or rejects the schema. */
  readonly validator: (schema: object, use: SchemaUse) => Validate;
  /** The references in plain JSON Schema that have no target. */
  readonly missingReferences: (schema: object, side: Side) => readonly string[];
  /** The keywords in a plain JSON Schema that neither a specification (JSON Schema, OpenAPI) nor ajv knows. */
  readonly unknownKeywords: (schema: object, use: SchemaUse) => readonly string[];
}

/** The reader for schemas that are used without an App, with the installed ajv. */
export const sharedReader = once(() => schemaReader(undefined));

/** Makes a validator for use without an App. ajv adds defaults to the value, so ajv gets a copy of it. */
export function validatorOfSchema(schema: Schema, reader: SchemaReader = sharedReader()): Validate {
  const validate = reader.validator(schema, "body");
  return standardOf(schema) ? validate : (value) => validate(jsonCopy(value));
}

/** Makes a function that removes the members which a schema forbids. A value of a wrong kind stays unchanged. */
export function withoutClosed(schema: Schema, reader: SchemaReader): (json: unknown) => unknown {
  const closed = reader.closedMembers(schema);
  if (!closed) return (json) => json;
  return (json) => {
    try {
      return closed.strip(json);
    } catch {
      return json;
    }
  };
}

/** The JSON Schema of a link, which `Nothing`, a symbol, has not. */
export function jsonSchemaOf(
  schema: object | symbol,
  side: Side,
  { jsonOf }: Pick<OutputReader, "jsonOf">,
): JSONSchema | undefined {
  return typeof schema === "symbol" ? undefined : jsonOf(schema, side);
}

/** Makes a reader of schemas that uses the application's ajv (`AppOptions.Ajv`), or else the installed ajv. */
export function schemaReader(
  factory: AjvFactory | undefined,
  components: AppComponents = new Map(),
): SchemaReader {
  const plain = once(() => plainReaderAtHand(factory, components));
  const describe: SchemaReader["describe"] = remembered((schema, side: Side) => {
    const choice = choiceIn(schema);
    if (choice) return choice.described((one) => describe(one, side));
    if (!standardOf(schema)) return plain().describe(schema, side);
    const described = describeSchema(schema, side);
    if (!("json" in described)) return described;
    const json = isOlder(described.json) ? asDraft2020(described.json) : described.json;
    return "gap" in described ? { json, gap: described.gap } : { json };
  });
  const jsonOf: SchemaReader["jsonOf"] = (schema, side) => {
    const description = describe(schema, side);
    return "json" in description ? description.json : undefined;
  };
  const compiled: SchemaReader["compile"] = remembered((schema, use: SchemaUse) => {
    if (takeRejection(schema)) return { failure: "it is a promise: await it first" };
    const stranger = strangerInWords(schema);
    if (stranger !== undefined) return { failure: `it is ${stranger}` };
    const failure = readingFailureOf(schema);
    if (failure !== undefined) return { failure };
    const choice = choiceIn(schema);
    if (choice) return choice.compiled((one) => compiled(one, use), validateOf);
    const standard = standardOf(schema);
    return standard
      ? { validate: validatorOf(standard, schema), unchecked: [], costly: [] }
      : plain().compile(schema as JSONSchema, use);
  });
  const validator: SchemaReader["validator"] = (schema, use) => validateOf(compiled(schema, use));
  const closed = closersBy(describe);
  return {
    describe,
    jsonOf,
    compile: compiled,
    validator,
    closedMembers: (schema) => closed(schema, false),
    convertedMembers: (schema) => closed(schema, true),
    missingReferences: (schema, side) =>
      plainSchemasOf(schema).flatMap((one) => plain().missingReferences(one, side)),
    unknownKeywords: (schema, use) => [
      ...new Set(plainSchemasOf(schema).flatMap((one) => plain().unknownKeywords(one, use))),
    ],
  };
}

/** Makes the function that finds what removes the members which a schema forbids; see `OutputReader`. */
function closersBy(
  describe: SchemaReader["describe"],
): (schema: object, isConverted: boolean) => ClosedMembers | undefined {
  // Equal schemas that refer to the same components have one description.
  const membersOf = remembered(closedMembersMaker());
  const closed: (schema: object, isConverted: boolean) => ClosedMembers | undefined = remembered(
    (schema, isConverted) => {
      const choice = choiceIn(schema);
      if (choice) return choice.closed((one) => closed(one, isConverted));
      assertReadable("the schema", schema);
      const description = describe(schema, "output");
      if ("json" in description) {
        return membersOf(description.json, isConverted);
      }
      // A library that describes the whole output as `{}` transforms it, so its validator cannot tell the kind of output.
      const standard = description.isOpen ? undefined : standardOf(schema);
      return isConverted && standard ? membersByKind(validatorOf(standard, schema)) : undefined;
    },
  );
  return closed;
}

function plainSchemasOf(schema: object): readonly object[] {
  const choice = choiceIn(schema);
  if (choice) return choice.alternatives.flatMap((one) => plainSchemasOf(one));
  return standardOf(schema) ? [] : [schema];
}

function validateOf(compiled: CompiledSchema | AjvFailure | undefined): Validate {
  if (!compiled) throw new Error(`plain JSON Schema needs ajv: ${adviceForAjv()}`);
  if ("validate" in compiled) return compiled.validate;
  const reason = "failure" in compiled ? compiled.failure : `Ajv ${compiled.ajvFailure}`;
  throw new Error(`the schema cannot be compiled: ${reason}`);
}
