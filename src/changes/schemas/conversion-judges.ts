import { once, remembered } from "../../core/model/collections";
import type { JSONSchema, Side, Validate } from "../../schema/interface/schema";
import { fittingOne, type ConversionJudges } from "../../schema/contract-reader";
import { hasBinaryPlaces } from "../../schema/json-schema/binary-texts";
import type { SchemaReader } from "../../schema/reader";
import { sidesOf } from "../../schema/sides";
import { standardOf } from "../../schema/standard";
import { judgeBehindUp } from "./behind-up";
import { schemaLeaving } from "./leaving-members";
import { lostMembers } from "./lost-members";
import { upJudge } from "./up-judge";

export function conversionJudges(reader: SchemaReader): ConversionJudges {
  const textBehindUp = remembered((schema) => validatorBehindUp(schema, reader));
  const bodyBehindUp = remembered((schema) => upJudge(schema, bodyValidator(schema, reader), reader));
  return {
    behindUp: (schema, part) => (part === "body" ? bodyBehindUp : textBehindUp)(schema),
    lostMembers: (older, newer) => {
      const [was, is] = [reader.jsonOf(older, "input"), reader.jsonOf(newer, "input")];
      return was && is ? lostMembers(was, is) : () => false;
    },
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
