import type { AjvFactory, Part, Schema, Validate } from "./interface/schema";
import { remembered } from "../core/model/collections";
import { takeRejection } from "../core/model/value";
import { isDescribedInEachWay, listMembersIn, type ListMember, namedMembersIn } from "./json-schema/members";
import type { AppComponents } from "./app-components";
import { choiceIn } from "./choice";
import "./plain-reader";
import { schemaReader, type SchemaReader } from "./reader";
import { outputValidator } from "./sides";

/** The functions of conversions between schemas. A wing makes them, because only its histories convert values. */
export interface ConversionJudges {
  /** Makes the validator of what an `Up` returns for a part of a request. */
  readonly behindUp: (schema: Schema, part: Part) => Validate;
  /** Makes a test for values with a member that the older schema has, and the newer schema lacks. */
  readonly lostMembers: (older: object, newer: object) => (value: unknown) => boolean;
}

export type JudgesBy = (reader: SchemaReader) => ConversionJudges;

/** A {@link SchemaReader} with functions for the requests and responses of routes. */
export interface ContractReader extends SchemaReader, ConversionJudges {
  /** Makes the validator for values that are sent. With transforms, they may match the schema's input or its output. */
  readonly sentValidator: (schema: object) => Validate;
  readonly acceptsUndefined: (schema: object) => boolean;
  /** Makes a test for names of members in the schema's input or output. Without a JSON Schema, it is always false. */
  readonly namedBy: (schema: object) => (name: string) => boolean;
  /** False if a part of the schema has no JSON Schema, so that `namedBy` may be false for allowed names. */
  readonly knowsNames: (schema: object) => boolean;
  /** Makes a function that tells if a member may be a list. Without a JSON Schema, all members may be lists. */
  readonly listsWithin: (schema: object) => (name: string) => ListMember;
}

export function contractReader(
  judgesBy: JudgesBy = plainJudges,
  factory?: AjvFactory,
  components?: AppComponents,
): ContractReader {
  const reader = schemaReader(factory, components);
  const { validator } = reader;
  const sentValidator = remembered((schema): Validate => {
    const choice = choiceIn(schema);
    if (choice) return choice.validator((one) => sentValidator(one));
    const own = validator(schema, "response");
    const asOutput = outputValidator(schema, reader);
    return asOutput ? fittingOne(own, asOutput) : own;
  });
  return {
    ...reader,
    sentValidator,
    ...judgesBy(reader),
    acceptsUndefined: (schema) => acceptsUndefined(validator(schema, "body")),
    ...membersBy(reader),
  };
}

/** Without histories, nothing is converted, so every value is judged like one that a client sent. */
function plainJudges({ validator }: SchemaReader): ConversionJudges {
  return { behindUp: (schema) => validator(schema, "body"), lostMembers: () => () => false };
}

function membersBy({
  describe,
  jsonOf,
}: SchemaReader): Pick<ContractReader, "namedBy" | "knowsNames" | "listsWithin"> {
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
    listsWithin: remembered((schema) => {
      const json = jsonOf(schema, "input");
      return json ? listMembersIn(json) : (): ListMember => "list";
    }),
  };
}

/** Makes a validator that accepts what one of two validators accepts. Other values get the issues of `first`. */
export function fittingOne(first: Validate, second: Validate): Validate {
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
