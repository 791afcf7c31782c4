import type { JSONSchema, Part, Schema, Side, Validate, AjvFactory } from "../core/model/schema";
import { once, remembered } from "../core/model/collections";
import { takeRejection } from "../core/model/value";
import { jsonValidator } from "./json-validator";
import { lostMembers, type HoldsLostMember } from "../changes/schemas/lost-members";
import { isDescribedInEachWay, listMembersIn, type ListMember, namedMembersIn } from "./json-schema/members";
import type { AppComponents } from "./app-components";
import { judgeBehindUp } from "../changes/schemas/behind-up";
import { choiceIn } from "./choice";
import { hasBinaryPlaces } from "./json-schema/binary-texts";
import { schemaLeaving } from "../changes/schemas/leaving-members";
import "./plain-reader";
import { schemaReader, type SchemaReader } from "./reader";
import { standardOf } from "./standard";
import { sidesOf, upJudge } from "../changes/schemas/up-judge";

/** A {@link SchemaReader} with functions for the requests and responses of routes. */
export interface ContractReader extends SchemaReader {
  /** Makes the validator for values that are sent. With transforms, they may match the schema's input or its output. */
  readonly sentValidator: (schema: object) => Validate;
  readonly behindUp: (schema: Schema, part: Part) => Validate;
  readonly acceptsUndefined: (schema: object) => boolean;
  /** Makes a test for names of members in the schema's input or output. Without a JSON Schema, it is always false. */
  readonly namedBy: (schema: object) => (name: string) => boolean;
  /** False if a part of the schema has no JSON Schema, so that `namedBy` may be false for allowed names. */
  readonly knowsNames: (schema: object) => boolean;
  /** Makes a test for values with a member that the older schema has, and the newer schema lacks. */
  readonly lostMembers: (older: object, newer: object) => HoldsLostMember;
  /** Makes a function that tells if a member may be a list. Without a JSON Schema, all members may be lists. */
  readonly listsWithin: (schema: object) => (name: string) => ListMember;
}

export function contractReader(factory: AjvFactory | undefined, components?: AppComponents): ContractReader {
  const reader = schemaReader(factory, components);
  const { validator, transformedBy } = reader;
  const sentValidator = remembered((schema): Validate => {
    const choice = choiceIn(schema);
    if (choice) return choice.validator((one) => sentValidator(one));
    const own = validator(schema, "response");
    const output = transformedBy(schema);
    if (!output) return own;
    if (output === "not described") return fittingOne(own, (value) => ({ value }));
    return fittingOne(own, jsonValidator(output));
  });
  const textBehindUp = remembered((schema) => validatorBehindUp(schema, reader));
  const bodyBehindUp = remembered((schema) =>
    upJudge(schema, bodyValidator(schema, reader), {
      reader,
      asOutput: (given) => textBehindUp(schema)(given),
    }),
  );
  return {
    ...reader,
    sentValidator,
    behindUp: (schema, part) => (part === "body" ? bodyBehindUp : textBehindUp)(schema),
    acceptsUndefined: (schema) => acceptsUndefined(validator(schema, "body")),
    ...membersBy(reader),
  };
}

function membersBy({
  describe,
  jsonOf,
}: SchemaReader): Pick<ContractReader, "namedBy" | "knowsNames" | "lostMembers" | "listsWithin"> {
  return {
    namedBy: remembered((schema) => {
      const both = [jsonOf(schema, "input"), jsonOf(schema, "output")];
      const tests = both.flatMap((json) => (json ? [namedMembersIn(json)] : []));
      return (name: string) => tests.some((isNamed) => isNamed(name));
    }),
    knowsNames: (schema) =>
      (["input", "output"] as const).some((side) => {
        const description = describe(schema, side);
        if (!("json" in description)) return false;
        return description.gap === undefined || isDescribedInEachWay(description.json);
      }),
    lostMembers: (older, newer) => {
      const [was, is] = [jsonOf(older, "input"), jsonOf(newer, "input")];
      return was && is ? lostMembers(was, is) : () => false;
    },
    listsWithin: remembered((schema) => {
      const json = jsonOf(schema, "input");
      return json ? listMembersIn(json) : (): ListMember => "list";
    }),
  };
}

function validatorBehindUp(schema: object, reader: SchemaReader): Validate {
  const { describe, validator } = reader;
  const validate = validator(schema, "text");
  // A value may match either validator: `Up` may return a number, as in a body, or a text, which `validate` converts.
  if (!standardOf(schema)) return fittingOne(validator(schema, "body"), validate);
  const jsonOf = (side: Side): JSONSchema | undefined => {
    const description = describe(schema, side);
    if ("json" in description) return description.json;
    return description.isOpen ? {} : undefined;
  };
  const [input, output] = [jsonOf("input"), jsonOf("output")];
  const checks = once(() => {
    const leaving = input && output && schemaLeaving(schema, sidesOf(input, output));
    return leaving && validator(leaving, "text");
  });
  return judgeBehindUp({ validate, input, output, checks });
}

/** An `Up` may return a file or a text where the schema is binary, because an older body may be of another type. */
function bodyValidator(schema: object, { jsonOf, validator }: SchemaReader): Validate {
  const json = standardOf(schema) ? undefined : jsonOf(schema, "input");
  const validate = validator(schema, "body");
  return json && hasBinaryPlaces(json) ? fittingOne(validate, validator(schema, "binary")) : validate;
}

/** Makes a validator that accepts what one of two validators accepts. Other values get the issues of `first`. */
function fittingOne(first: Validate, second: Validate): Validate {
  return async (value) => {
    const verdict = await first(value);
    if ("value" in verdict) return verdict;
    const other = await second(value);
    return "value" in other ? other : verdict;
  };
}

function acceptsUndefined(validate: Validate): boolean {
  try {
    const verdict = validate(undefined);
    return !takeRejection(verdict) && "value" in verdict;
  } catch {
    // The error is ignored here, because the validation of the request throws it again, and the App logs it.
    return false;
  }
}
