import { strangerInWords } from "../model/copies";
import type { AjvFactory } from "../model/app-options";
import { once } from "../model/collections";
import type { ClosedMembers, JSONSchema, Schema, Side, Validate } from "../model/schema";
import { takeRejection } from "../model/value";
import { bundleOf, fromOpenAPI30, type Bundle } from "../json-schema/bundle";
import { asDraft2020, isOlder } from "../json-schema/drafts";
import { ruleOf } from "../json-schema/keywords";
import { lostMembers, type HoldsLostMember } from "../json-schema/lost-members";
import { isDescribedInEachWay, listMembersIn, type ListMember, namedMembersIn } from "../json-schema/members";
import { mapSchemas, schemasIn } from "../json-schema/walk";
import { plainSchemasBy, type AjvFailure } from "./ajv";
import { judgeBehindUp } from "./behind-up";
import { compileClosedMembers, compileTurnedMembers } from "./closed-members";
import type { AjvUse, CompiledSchema } from "./compile-by-ajv";
import { choiceIn, choosingClosed, choosingValidator, describedChoice, type Choice } from "./choice";
import { jsonCopy } from "./plain-copy";
import { describeSchema, type DescribedSchema, standardOf, validatorOf } from "./standard";

/** Reads the schemas of any library, and plain JSON Schema by one ajv: each schema is prepared once. */
export interface SchemaReader {
  /** The JSON Schema of one side, in draft 2020-12 as in the documents, with the schemas that it refers to. */
  readonly describe: (schema: object, side: Side) => DescribedSchema;
  /** Undefined for plain JSON Schema without ajv. */
  readonly compile: (schema: object, use: AjvUse) => CompiledSchema | AjvFailure | undefined;
  /** @throws Error for plain JSON Schema if ajv is missing or refuses it. */
  readonly validator: (schema: object, use: AjvUse) => Validate;
  /** The validator of sent values: the schema's own, and for transforms one of their output. */
  readonly sentValidator: (schema: object) => Validate;
  /** The validator of an Up's result for a part that clients send as text. */
  readonly behindUp: (schema: object) => Validate;
  /** The JSON Schema of a transform's output: the schema's own validator would reject the output. */
  readonly transformedBy: (schema: object) => JSONSchema | "not described" | undefined;
  /** True if a body's schema accepts a missing body, which JSON Schema cannot express. */
  readonly acceptsUndefined: (schema: object) => boolean;
  /**
   * The members that a schema closes out of its output; undefined if there are none, or if it has no JSON Schema.
   *
   * @throws Error if it has too many alternatives.
   */
  readonly closedMembers: (schema: object) => ClosedMembers | undefined;
  /** The same for a schema whose values a history converts: kinds are checked even if no member is closed out. */
  readonly turnedMembers: (schema: object) => ClosedMembers | undefined;
  /** Finds the members that a schema names in its input or output; without JSON Schema the answer is unknown. */
  readonly namedBy: (schema: object) => (name: string) => boolean;
  /**
   * True if all names of a schema's members are known; false if no JSON Schema describes one of its alternatives, whose
   * names nobody knows.
   */
  readonly knowsNames: (schema: object) => boolean;
  /** True if a request has a member that the first of two schemas names, and the second does not. */
  readonly lostMembers: (older: object, newer: object) => HoldsLostMember;
  /** Finds the members that may have a list; without JSON Schema every member may. */
  readonly listsWithin: (schema: object) => (name: string) => ListMember;
  /** The references of plain JSON Schema that lead nowhere. */
  readonly missingReferences: (schema: object, side: Side) => readonly string[];
  /** The keywords of plain JSON Schema that neither JSON Schema, OpenAPI nor the ajv of a use knows. */
  readonly unknownKeywords: (schema: object, use: AjvUse) => readonly string[];
}

/** The reader of values that are judged without an App, by the installed ajv. */
export const sharedReader = once(() => schemaReader(undefined));

/** The validator of any schema, without a Build; it never writes defaults into its argument, which belongs to the caller. */
export function validatorOfSchema(schema: Schema, reader: SchemaReader = sharedReader()): Validate {
  const validate = reader.validator(schema, "body");
  return standardOf(schema) ? validate : (value) => validate(jsonCopy(value));
}

/** The JSON Schema of a schema's output, without a Build; undefined for Nothing, and if there is none. */
export function outputSchemaOf(schema: Schema | symbol): JSONSchema | undefined {
  return jsonSchemaOf(schema, "output");
}

/** The same of one side. */
export function jsonSchemaOf(schema: Schema | symbol, side: Side): JSONSchema | undefined {
  const description = typeof schema === "symbol" ? undefined : sharedReader().describe(schema, side);
  return description && "json" in description ? description.json : undefined;
}

/** Creates a reader with the ajv of an application; undefined for the installed one. */
export function schemaReader(factory: AjvFactory | undefined): SchemaReader {
  const plain = once(() => plainSchemasBy(factory));
  const bundle = remembered((schema, side: Side): Bundle | { readonly failure: string } => {
    const described = describeSchema(schema, side);
    if (!("json" in described)) return described;
    const find = once(() => plain().finder(side === "input" ? "body" : "response"));
    const bundled = bundleOf(
      fromOpenAPI30(described.json, (reference) => find()?.(reference)),
      (reference) => find()?.(reference),
    );
    // An ajv without getSchema may know the schema all the same.
    return bundled.missing.length > 0 && !find() ? { ...bundled, missing: [] } : bundled;
  });
  const describe: SchemaReader["describe"] = remembered((schema, side: Side) => {
    const choice = choiceIn(schema);
    if (choice) return describedChoice(choice, (one) => describe(one, side));
    const described = standardOf(schema) ? describeSchema(schema, side) : bundle(schema, side);
    if (!("json" in described)) return described;
    const json = isOlder(described.json) ? asDraft2020(described.json) : described.json;
    return "gap" in described ? { json, gap: described.gap } : { json };
  });
  const compiled: SchemaReader["compile"] = remembered((schema, use: AjvUse) => {
    if (takeRejection(schema)) return { failure: "it is a promise: await it first" };
    const stranger = strangerInWords(schema);
    if (stranger !== undefined) return { failure: `it is ${stranger}` };
    const choice = choiceIn(schema);
    if (choice) return compileChoice(choice, (one) => compiled(one, use));
    const standard = standardOf(schema);
    return standard
      ? { validate: validatorOf(standard, schema), unchecked: [] }
      : plain().compile(schema as JSONSchema, use);
  });
  const validator: SchemaReader["validator"] = (schema, use) => validateOf(compiled(schema, use));
  /** The validator of a description, where ajv accepts it. */
  const validatorOfJSON = (json: JSONSchema, use: AjvUse): Validate | undefined => {
    const made = plain().compile(json, use);
    return made && "validate" in made ? made.validate : undefined;
  };
  const sentValidator = rememberedAlone((schema): Validate => {
    const choice = choiceIn(schema);
    if (choice) return choosingValidator(choice, (one) => sentValidator(one));
    const own = validator(schema, "response");
    const output = transformedBy(schema, describe);
    if (!output) return own;
    if (output === "not described") return fittingOne(own, (value) => ({ value }));
    const byOutput = validatorOfJSON(output, "response");
    return byOutput ? fittingOne(own, byOutput) : own;
  });
  const closed: (schema: object, isTurned: boolean) => ClosedMembers | undefined = remembered(
    (schema, isTurned) => {
      const choice = choiceIn(schema);
      if (choice) return choosingClosed(choice, (one) => closed(one, isTurned));
      const description = describe(schema, "output");
      if (!("json" in description)) return undefined;
      return isTurned ? compileTurnedMembers(description.json) : compileClosedMembers(description.json);
    },
  );
  return {
    describe,
    compile: compiled,
    validator,
    sentValidator,
    behindUp: rememberedAlone((schema) =>
      validatorBehindUp(schema, { describe, validator, compile: (json) => validatorOfJSON(json, "body") }),
    ),
    transformedBy: (schema) => transformedBy(schema, describe),
    acceptsUndefined: (schema) => acceptsUndefined(validator(schema, "body")),
    closedMembers: (schema) => closed(schema, false),
    turnedMembers: (schema) => closed(schema, true),
    ...membersBy(describe),
    missingReferences: (schema, side) => {
      const bundled = standardOf(schema) ? undefined : bundle(schema, side);
      return bundled && "missing" in bundled ? bundled.missing : [];
    },
    unknownKeywords: (schema, use) => {
      const described = standardOf(schema) ? undefined : describeSchema(schema, "input");
      if (!described || !("json" in described)) return [];
      const words = new Set(schemasIn(described.json).flatMap((one) => Object.keys(one)));
      return [...words].filter((word) => isUnknown(word) && !plain().hasKeyword(word, use));
    },
  };
}

/** Finds a schema's members by its JSON Schema. */
function membersBy(
  describe: SchemaReader["describe"],
): Pick<SchemaReader, "namedBy" | "knowsNames" | "lostMembers" | "listsWithin"> {
  return {
    namedBy: rememberedAlone((schema) => {
      const descriptions = [describe(schema, "input"), describe(schema, "output")];
      const tests = descriptions.flatMap((one) => ("json" in one ? [namedMembersIn(one.json)] : []));
      return (name: string) => tests.some((isNamed) => isNamed(name));
    }),
    knowsNames: (schema) =>
      (["input", "output"] as const).some((side) => {
        const description = describe(schema, side);
        if (!("json" in description)) return false;
        return description.gap === undefined || isDescribedInEachWay(description.json);
      }),
    lostMembers: (older, newer) => {
      const was = describe(older, "input");
      const is = describe(newer, "input");
      return "json" in was && "json" in is ? lostMembers(was.json, is.json) : () => false;
    },
    listsWithin: rememberedAlone((schema) => {
      const description = describe(schema, "input");
      return "json" in description ? listMembersIn(description.json) : (): ListMember => "list";
    }),
  };
}

/** True if a word is a keyword of no specification, and no extension of an author (`x-internal`). */
function isUnknown(word: string): boolean {
  // Without a type, OpenAPI 3.0 gives it no effect.
  return ruleOf(word) === undefined && !word.startsWith("x-") && word !== "nullable";
}

function validatorBehindUp(
  schema: object,
  {
    describe,
    validator,
    compile,
  }: Pick<SchemaReader, "describe" | "validator"> & {
    readonly compile: (json: JSONSchema) => Validate | undefined;
  },
): Validate {
  const validate = validator(schema, "text");
  // Plain JSON Schema is the same on both sides, and converts nothing but texts.
  if (!standardOf(schema)) return fittingOne(validator(schema, "body"), validate);
  const jsonOf = (side: Side): JSONSchema | undefined => {
    const description = describe(schema, side);
    if ("json" in description) return description.json;
    return description.isOpen ? {} : undefined;
  };
  return judgeBehindUp({
    validate,
    input: jsonOf("input"),
    output: jsonOf("output"),
    compile,
  });
}

/** The JSON Schema of a transform's output: the schema's own validator expects its input, and would reject the output. */
function transformedBy(
  schema: object,
  describe: SchemaReader["describe"],
): JSONSchema | "not described" | undefined {
  if (!standardOf(schema)) return undefined;
  const [taken, sent] = [describe(schema, "input"), describe(schema, "output")];
  if (!("json" in taken)) return undefined;
  if (!("json" in sent)) return "not described";
  // A default is not a transform: it only makes a member required in the output.
  const shapes = [taken.json, sent.json].map((json) => JSON.stringify(without(json, ofDefaults)));
  return shapes[0] === shapes[1] ? undefined : withoutDefaults(sent.json);
}

/** The schema without defaults: a value that lacks the member is invalid. */
export function withoutDefaults(schema: JSONSchema): JSONSchema {
  return without(schema, new Set(["default"]));
}

const ofDefaults: ReadonlySet<string> = new Set(["default", "required", "additionalProperties"]);

/** A schema without these keywords, at any depth. */
function without(schema: JSONSchema, keywords: ReadonlySet<string>): JSONSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !keywords.has(keyword));
  return mapSchemas(Object.fromEntries(kept), (inner) => without(inner, keywords));
}

/** Accepts values that one of two validators accepts; the issues are those of the first. */
function fittingOne(first: Validate, second: Validate): Validate {
  return async (value) => {
    const verdict = await first(value);
    if ("value" in verdict) return verdict;
    const other = await second(value);
    return "value" in other ? other : verdict;
  };
}

function compileChoice(
  choice: Choice,
  compile: (schema: object) => CompiledSchema | AjvFailure | undefined,
): CompiledSchema | AjvFailure | undefined {
  const compiled = new Map(choice.alternatives.map((one) => [one, compile(one)]));
  const all = [...compiled.values()];
  const usable = all.filter((one) => one !== undefined && "validate" in one);
  if (usable.length < all.length) return all.find((one) => !one || !("validate" in one));
  return {
    validate: choosingValidator(choice, (one) => validateOf(compiled.get(one))),
    unchecked: [...new Set(usable.flatMap(({ unchecked }) => unchecked))],
  };
}

/** A schema that throws, or that validates asynchronously, is taken to need a body. */
function acceptsUndefined(validate: Validate): boolean {
  try {
    const verdict = validate(undefined);
    return !takeRejection(verdict) && "value" in verdict;
  } catch {
    // Its error appears when a request comes.
    return false;
  }
}

/** Calls `make` once for each schema and variant. */
export function remembered<Variant, Made>(
  make: (schema: object, variant: Variant) => Made,
): (schema: object, variant: Variant) => Made {
  const byVariant = new Map<Variant, WeakMap<object, Made>>();
  return (schema, variant) => {
    const ofVariant = byVariant.get(variant) ?? new WeakMap<object, Made>();
    const known = ofVariant.get(schema);
    if (known !== undefined || ofVariant.has(schema)) return known as Made;
    // Results for an unknown variant, such as a version outside of the list, are not kept.
    const made = make(schema, variant);
    byVariant.set(variant, ofVariant.set(schema, made));
    return made;
  };
}

function rememberedAlone<Made>(make: (schema: object) => Made): (schema: object) => Made {
  const of = remembered<undefined, Made>(make);
  return (schema) => of(schema, undefined);
}

function validateOf(compiled: CompiledSchema | AjvFailure | undefined): Validate {
  if (!compiled) throw new Error("plain JSON Schema needs ajv: npm install ajv");
  if ("validate" in compiled) return compiled.validate;
  const reason = "failure" in compiled ? compiled.failure : `Ajv ${compiled.ajvFailure}`;
  throw new Error(`the schema cannot be compiled: ${reason}`);
}
