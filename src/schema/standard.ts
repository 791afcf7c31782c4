import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { once } from "../core/model/collections";
import { isThenable, messageOf, takeRejection } from "../core/model/value";
import type { Validate, Verdict, JSONSchema, Side } from "./interface/schema";
import { dropsNoPromise, keepingPromises } from "./dropped-promises";
import { undescribedEdition, zodVendor } from "./zod";
import { issuesOf } from "./issues";
import { holdsMoreThan } from "./interface/json-value";
import { rawIssuesOf } from "./union-issues";
import { isBare } from "./json-schema/keywords";
import { fromOpenAPI30 } from "./json-schema/openapi-30";
import { isSchema } from "./json-schema/subschema";
import { targetOf } from "./json-schema/targets";
import { schemaFailureOf } from "./too-deep";

/** The value of `~standard` (https://standardschema.dev). Not all libraries provide `jsonSchema`. */
type Standard = StandardSchemaV1.Props & Partial<Pick<StandardJSONSchemaV1.Props, "jsonSchema">>;

/** If reading `~standard` throws, as for a frozen zod schema, the functions of the result throw the same error. */
export function standardOf(schema: object): Standard | undefined {
  try {
    return readStandard(schema);
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return { version: 1, vendor: "unknown", validate: fail, jsonSchema: { input: fail, output: fail } };
  }
}

/** The reason why `~standard` cannot be read, or cannot validate; undefined if it can validate, or is missing. */
export function readingFailureOf(schema: object): string | undefined {
  try {
    const validates = readStandard(schema) !== undefined || !("~standard" in schema);
    return validates ? undefined : withoutValidate;
  } catch (error) {
    return `its \`~standard\` cannot be read: ${messageOf(error)}`;
  }
}

/** @throws TypeError for a schema whose `~standard` cannot be used. */
export function assertReadable(where: string, schema: object): void {
  const failure = readingFailureOf(schema);
  if (failure !== undefined) throw new TypeError(`${where} cannot be used: ${failure}`);
}

/** Effect's `toStandardJSONSchemaV1` returns such a schema, and `toStandardSchemaV1` returns one that validates. */
const withoutValidate =
  "its `~standard` has no function `validate`, so it would accept every value: pass a Standard Schema, which validates";

function readStandard(schema: object): Standard | undefined {
  // `in` is used, because schemas of some libraries inherit the property, or are functions.
  if (!("~standard" in schema)) return undefined;
  const standard = schema["~standard"] as Standard | null | undefined;
  return typeof standard?.validate === "function" ? standard : undefined;
}

export function validatorOf(standard: Standard, schema: object): Validate {
  // Hot path: `keepingPromises` is slow, so it is left out if the schema calls no functions that could return promises.
  const dropsNone = once(() => dropsNoPromise(schema));
  return (value) => {
    const overflowed = (error: unknown): Verdict => overflow(error, value);
    const validate = (): ReturnType<Standard["validate"]> => standard.validate(value);
    try {
      const result = dropsNone() ? validate() : keepingPromises(validate);
      return isThenable(result) ? Promise.resolve(result).then(verdictOf, overflowed) : verdictOf(result);
    } catch (error) {
      return overflowed(error);
    }
  };
}

/** A schema as JSON Schema, or the reason why there is none. */
export type DescribedSchema = PossiblyPartial | Undescribed;

/** A JSON Schema in which `{}` may replace a part. `gap` is then the reason. */
interface PossiblyPartial {
  readonly json: JSONSchema;
  readonly gap?: string;
}

interface Undescribed {
  readonly failure: string;
  /** True if the library describes the whole schema as `{}`, as zod does for a transform's output. */
  readonly isOpen?: boolean;
}

/** Describes the input or output of a schema by JSON Schema. A part that the library cannot describe is `{}`. */
export function describeSchema(schema: object, side: Side): DescribedSchema {
  const unreadable = readingFailureOf(schema);
  if (unreadable !== undefined) return { failure: unreadable };
  const standard = standardOf(schema);
  if (!standard) {
    const plain = describedBy(() => schema);
    return "json" in plain ? { json: fromOpenAPI30(plain.json) } : plain;
  }
  const converter = standard.jsonSchema;
  if (!converter) return { failure: missingConverterInWords(standard, schema) };
  const convert = converter[side];
  const target = "draft-2020-12";
  const whole = describedBy(() => convert({ target }));
  if ("json" in whole) return whole;
  const { failure } = whole;
  const partly = describedBy(() => convert({ target, libraryOptions: openWhereUnknown(side) }));
  if (!("json" in partly)) return whole;
  return isBare(targetOf(partly.json)) ? { failure, isOpen: true } : { json: partly.json, gap: failure };
}

function missingConverterInWords({ vendor }: Standard, schema: object): string {
  const what = "JSON Schema in `~standard.jsonSchema`";
  if (vendor === "valibot") {
    return `valibot provides no ${what}: wrap the schema with toStandardJsonSchema of @valibot/to-json-schema`;
  }
  if (vendor !== zodVendor) return `its library provides no ${what}`;
  return `${undescribedEdition(schema)} provides no ${what}: import zod 4.2 or newer`;
}

/** Copies a schema by JSON, which leaves out members of some libraries' objects that are not keywords. */
function describedBy(convert: () => object): DescribedSchema {
  try {
    const schema = convert();
    if (takeRejection(schema)) return { failure: "it is a promise: await it first" };
    const json: unknown = JSON.parse(JSON.stringify(schema));
    return isSchema(json) ? { json } : { failure: "it is not an object" };
  } catch (error) {
    return { failure: schemaFailureOf(error) };
  }
}

/** Returns options with which zod and valibot describe an unknown part as `{}`. Other libraries ignore them. */
function openWhereUnknown(side: Side): Readonly<Record<string, unknown>> {
  return {
    unrepresentable: "any",
    errorMode: "ignore",
    // Without its RegExp flags, a `pattern` would be wrong, so it is removed. A transform's output is unknown: `{}`.
    overrideAction: ({ valibotAction: { kind }, jsonSchema, errors }: PipeAction) => {
      if (!errors) return undefined;
      if (kind !== "transformation") return { ...jsonSchema, pattern: undefined };
      return side === "output" ? {} : undefined;
    },
  };
}

interface PipeAction {
  readonly valibotAction: { readonly kind: string };
  readonly jsonSchema: JSONSchema;
  readonly errors: readonly string[] | undefined;
}

/** From about 120,000 issues on, zod's `push(...issues)` throws a RangeError. Then the client gets a single issue. */
function overflow(error: unknown, value: unknown): Verdict {
  if (!(error instanceof RangeError) || !holdsMoreThan(fewestToOverflow, value)) throw error;
  return { issues: [{ path: [], message: "too many values do not fit" }] };
}

/** With fewer values, zod throws no RangeError, so a RangeError is a bug in the application's own schema. */
const fewestToOverflow = 50_000;

function verdictOf(result: StandardSchemaV1.Result<unknown>): Verdict {
  if (!result.issues) return { value: result.value };
  return { issues: issuesOf(rawIssuesOf(result.issues, pathStepsOf), (finding) => finding) };
}

function* pathStepsOf(path: Iterable<PropertyKey | StandardSchemaV1.PathSegment>): Iterable<string | number> {
  for (const step of path) {
    const key = typeof step === "object" ? step.key : step;
    yield typeof key === "number" ? key : String(key);
  }
}
