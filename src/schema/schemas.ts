import type { Contract } from "../model/contract";
import type { AjvFactory } from "../model/app-options";
import type { ResolvedRoute, ResolvedWebhook, Span } from "../model/route";
import type { ClosedMembers, JSONSchema, Side, Validate } from "../model/schema";
import { Nothing } from "../model/history";
import { once, unionOf } from "../model/collections";
import { takeRejection } from "../model/value";
import type { Version } from "../model/version";
import { loadAjv, ownAjv, type AjvFailure } from "./ajv";
import type { CompiledSchema } from "./compile-by-ajv";
import { judgeBehindUp } from "./behind-up";
import { compileClosedMembers, compileTurnedMembers } from "./closed-members";
import { mayHaveNames, sharedSchemasOf, type SharedSchemas, type Source } from "./components";
import { describeSchema, type DescribedSchema, standardOf, validatorOf } from "./standard";
import { listMembersIn, type ListMember, namedMembersIn } from "../json-schema/members";
import { asDraft2020, isOlder } from "../json-schema/drafts";
import { lostMembers, type HoldsLostMember } from "../json-schema/lost-members";
import type { ErrorSchemas } from "../model/error-format";
import { choiceIn, choosingClosed, choosingValidator, type Choice } from "./one-of";
import { usesOf, usesOfWebhooks, type Use, type UsePlace } from "./uses";
import { mapSchemas } from "../json-schema/walk";

/** Everything that a Build knows of the schemas of its routes. */
export interface Schemas {
  readonly uses: readonly Use[];
  /** The schema of the App's errors, which is only described, never validated. */
  readonly errors: ErrorSchemas;
  readonly describe: (schema: object, side: Side) => DescribedSchema;
  /** The validator of a use; undefined for plain JSON Schema without ajv. */
  readonly compile: (use: Pick<Use, "schema" | "place">) => CompiledSchema | AjvFailure | undefined;
  /**
   * The validator of sent values, which `check` has found to exist: the schema's own, and for transforms one of their
   * output.
   */
  readonly sentValidator: (schema: object) => Validate;
  /** The validator of an Up's result for a part that clients send as text. */
  readonly behindUp: (schema: object) => Validate;
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
  /** True if a request has a member that the first of two schemas names, and the second does not. */
  readonly lostMembers: (older: object, newer: object) => HoldsLostMember;
  /** Finds the members that may have a list; without JSON Schema every member may. */
  readonly listsWithin: (schema: object) => (name: string) => ListMember;
  readonly shared: SharedSchemas;
}

/** The documents of an App besides that of all versions, and the schemas in each of them. */
interface AppDocuments {
  readonly errors: ErrorSchemas;
  /** Oldest first. */
  readonly versions: readonly Version[];
  /**
   * The versions whose documents contain a contract; `undefined` represents the one document of an App without
   * versions.
   */
  readonly versionsOf: (contract: Contract) => ReadonlySet<Version | undefined>;
}

/** The options of an App that concern all its schemas. */
interface SchemaSettings {
  readonly documents: AppDocuments;
  /** Undefined for the installed ajv. */
  readonly ajv: AjvFactory | undefined;
}

/** The routes and webhooks of an App, and their groups of equal versions. */
interface SchemaUsers {
  readonly routes: readonly ResolvedRoute[];
  readonly spans: readonly Span[];
  readonly webhooks: readonly ResolvedWebhook[];
  readonly webhookSpans: readonly Span<ResolvedWebhook>[];
}

/** Reads the schemas of all routes and webhooks: their validators, descriptions and shared components. */
export function schemasOf(
  { routes, spans, webhooks, webhookSpans }: SchemaUsers,
  { documents, ajv: factory }: SchemaSettings,
): Schemas {
  const uses = [...usesOf(routes, spans), ...usesOfWebhooks(webhooks, webhookSpans)];
  const describe = remembered(describedInDraft2020);
  const ajv = once(() => (factory ? ownAjv(factory) : loadAjv()));
  const compiled = remembered((schema, coerces: boolean) => compileSchema(schema, coerces, ajv));
  const sentValidator: (schema: object, _: undefined) => Validate = remembered((schema) => {
    const choice = choiceIn(schema);
    if (choice) return choosingValidator(choice, (one) => sentValidator(one, undefined));
    const own = validateOf(compiled(schema, false));
    const output = transformedBy(schema, describe);
    if (!output) return own;
    if (output === "not described") return fittingOne(own, (value) => ({ value }));
    const byOutput = ajv()?.(output, false);
    return byOutput && "validate" in byOutput ? fittingOne(own, byOutput.validate) : own;
  });
  const behindUp = remembered((schema) => validatorBehindUp(schema, { describe, compiled, ajv }));
  type Closed = ClosedMembers | undefined;
  const closed: (schema: object, isTurned: boolean) => Closed = remembered((schema, isTurned) => {
    const choice = choiceIn(schema);
    if (choice) return choosingClosed(choice, (one) => closed(one, isTurned));
    const description = describe(schema, "output");
    if (!("json" in description)) return undefined;
    return isTurned ? compileTurnedMembers(description.json) : compileClosedMembers(description.json);
  });
  const named = remembered((schema) => {
    const descriptions = [describe(schema, "input"), describe(schema, "output")];
    const tests = descriptions.flatMap((one) => ("json" in one ? [namedMembersIn(one.json)] : []));
    return (name: string) => tests.some((isNamed) => isNamed(name));
  });
  const lists = remembered((schema) => {
    const description = describe(schema, "input");
    return "json" in description ? listMembersIn(description.json) : (): ListMember => "list";
  });
  return {
    uses,
    errors: documents.errors,
    describe,
    // Bodies and responses have types of their own; all other parts arrive as text.
    compile: ({ schema, place }) => compiled(schema, textParts.has(place)),
    sentValidator: (schema) => sentValidator(schema, undefined),
    behindUp: (schema) => behindUp(schema, undefined),
    acceptsUndefined: (schema) => acceptsUndefined(validateOf(compiled(schema, false))),
    closedMembers: (schema) => closed(schema, false),
    turnedMembers: (schema) => closed(schema, true),
    namedBy: (schema) => named(schema, undefined),
    lostMembers: (older, newer) => {
      const was = describe(older, "input");
      const is = describe(newer, "input");
      return "json" in was && "json" in is ? lostMembers(was.json, is.json) : () => false;
    },
    listsWithin: (schema) => lists(schema, undefined),
    shared: sharedSchemasOf(sourcesOf(uses, describe, documents), documents.versions),
  };
}

/** The means to create validators, in a Build or without one. */
interface ValidatorMeans {
  readonly describe: Schemas["describe"];
  readonly compiled: (schema: object, coerces: boolean) => CompiledSchema | AjvFailure | undefined;
  readonly ajv: () => ReturnType<typeof ownAjv> | undefined;
}

/**
 * The validator of an Up's result for a part that clients send as text.
 *
 * @throws Error for plain JSON Schema if ajv is missing or refuses it.
 */
export function validatorBehindUp(schema: object, { describe, compiled, ajv }: ValidatorMeans): Validate {
  const validate = validateOf(compiled(schema, true));
  // Plain JSON Schema is the same on both sides, and converts nothing but texts.
  if (!standardOf(schema)) return fittingOne(validateOf(compiled(schema, false)), validate);
  const jsonOf = (side: Side): JSONSchema | undefined => {
    const description = describePartly(schema, side, describe);
    return "json" in description ? description.json : undefined;
  };
  return judgeBehindUp({
    validate,
    input: jsonOf("input"),
    output: jsonOf("output"),
    compile: (json) => {
      const made = ajv()?.(json, false);
      return made && "validate" in made ? made.validate : undefined;
    },
  });
}

/** The JSON Schema of one side of a schema, in draft 2020-12 as in the documents. */
export function describedInDraft2020(schema: object, side: Side): DescribedSchema {
  return inDraft2020(describeSchema(schema, side));
}

function inDraft2020(description: DescribedSchema): DescribedSchema {
  return "json" in description && isOlder(description.json)
    ? { json: asDraft2020(description.json) }
    : description;
}

/** The parts of a request that arrive as text. */
const textParts: ReadonlySet<UsePlace> = new Set(["params", "query", "headers", "cookies"]);

/** The JSON Schema of a transform's output: the schema's own validator expects its input, and would reject the output. */
export function transformedBy(
  schema: object,
  describe: Schemas["describe"],
): JSONSchema | "not described" | undefined {
  if (!standardOf(schema)) return undefined;
  const [taken, sent] = [
    describePartly(schema, "input", describe),
    describePartly(schema, "output", describe),
  ];
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

/**
 * Describes a schema, with `{}` for the parts that JSON Schema cannot express, if the library supports that (zod's
 * option `unrepresentable`).
 */
function describePartly(schema: object, side: Side, describe: Schemas["describe"]): DescribedSchema {
  const whole = describe(schema, side);
  return "json" in whole ? whole : inDraft2020(describeSchema(schema, side, { unrepresentable: "any" }));
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

function compileSchema(
  schema: object,
  coerces: boolean,
  ajv: () => ReturnType<typeof ownAjv> | undefined,
): CompiledSchema | AjvFailure | undefined {
  if (takeRejection(schema)) return { failure: "it is a promise: await it first" };
  const choice = choiceIn(schema);
  if (choice) return compileChoice(choice, (one) => compileSchema(one, coerces, ajv));
  const standard = standardOf(schema);
  return standard
    ? { validate: validatorOf(standard, schema), unchecked: [] }
    : ajv()?.(schema as JSONSchema, coerces);
}

function compileChoice(
  choice: Choice,
  compile: (schema: object) => CompiledSchema | AjvFailure | undefined,
): CompiledSchema | AjvFailure | undefined {
  const compiled = new Map(choice.alternatives.map((one) => [one, compile(one)]));
  const all = [...compiled.values()];
  const unusable = all.find((one) => !one || !("validate" in one));
  if (all.includes(undefined) || unusable) return unusable;
  return {
    validate: choosingValidator(choice, (one) => validateOf(compiled.get(one))),
    unchecked: [...new Set(all.flatMap((one) => (one && "unchecked" in one ? one.unchecked : [])))],
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

/** A schema, its place in the code, and the documents that contain it. */
interface WrittenSchema {
  readonly schema: object;
  readonly side: Side;
  readonly where: string;
  readonly versions: ReadonlySet<Version | undefined>;
}

function writtenSchemas(uses: readonly Use[], documents: AppDocuments): readonly WrittenSchema[] {
  const { errors, versions, versionsOf } = documents;
  const ofRoutes = uses.map(({ schema, side, route: { where }, contract }) => ({
    schema,
    side,
    where,
    versions: versionsOf(contract),
  }));
  const ofErrors = [undefined, ...versions].flatMap((version) => {
    const schema = errors.at(version);
    return schema && schema !== Nothing
      ? [{ schema, side: "output" as const, where: "AppOptions.Errors", versions: new Set([version]) }]
      : [];
  });
  return [...ofRoutes, ...ofErrors];
}

/**
 * Both sides of every schema with names, even if only one is used: comparing equal sides distinguishes two schemas of
 * one name from two sides of one schema. Schemas without names share nothing, so converting their other side would be
 * wasted.
 */
function sourcesOf(
  uses: readonly Use[],
  describe: Schemas["describe"],
  documents: AppDocuments,
): readonly Source[] {
  const sources = new Map<JSONSchema, Source>();
  for (const { schema, side: used, where, versions } of writtenSchemas(uses, documents)) {
    const isOfLibrary = standardOf(schema) !== undefined;
    const description = describe(schema, used);
    if (!("json" in description) || !mayHaveNames(description.json)) continue;
    for (const side of ["input", "output"] as const) {
      const described = describe(schema, side);
      if (!("json" in described)) continue;
      const { json } = described;
      const source = sources.get(json) ?? { json, side, where, isOfLibrary };
      const known = sources.get(json)?.versions;
      sources.set(json, { ...source, versions: known ? unionOf(known, versions) : versions });
    }
  }
  return [...sources.values()];
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

/** The validator of a use that `check` has found to have one. */
export function validatorFor(schemas: Schemas, use: Pick<Use, "schema" | "place">): Validate {
  return validateOf(schemas.compile(use));
}

function validateOf(compiled: CompiledSchema | AjvFailure | undefined): Validate {
  if (!compiled || !("validate" in compiled)) {
    throw new Error("a schema without a validator passed the checks");
  }
  return compiled.validate;
}
