import { isNever, isSchema } from "../../schema/json-schema/subschema";
import type { FollowReference } from "../../schema/json-schema/targets";
import type { Subschema } from "../../schema/json-schema/subschema";
import type { Direction } from "./difference";
import type { Conjunction } from "./alternative";
import { makerBy } from "./clause-maker";

/** Reads what the schemas of a property mean for clients. References, `allOf` and unions are followed. */
export interface PropertyReader {
  /** True if a property is `readOnly` in a request, or `writeOnly` in a response (OpenAPI 3.1.1, 4.8.24.5). */
  readonly isForOtherSide: (property: Conjunction) => boolean;
  /** True in a request if a default is filled in for the property. */
  readonly hasDefault: (property: Conjunction) => boolean;
}

export function propertyReader(follow: FollowReference, direction: Direction): PropertyReader {
  const maker = makerBy(follow);
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  const isMarked = (property: Conjunction, around: ReadonlySet<Subschema>): boolean => {
    const { own, choices } = maker.conjunctsOf(property);
    if (own.some((schema) => schema[mark] === true)) return true;
    return choices.some((members) => {
      const counted = members.filter((member) => !isNothing(member) && !around.has(member));
      const within = new Set([...around, ...members]);
      return counted.length > 0 && counted.every((member) => isMarked([member], within));
    });
  };
  return {
    isForOtherSide: (property) => isMarked(property, new Set()),
    hasDefault: (property) =>
      direction === "request" &&
      maker.conjunctsOf(property).own.some((schema) => schema.default !== undefined),
  };
}

/** True for a member of a union that allows no value but null: it does not say who sends the property. */
function isNothing(member: Subschema): boolean {
  return isNever(member) || (isSchema(member) && (member.type === "null" || member.const === null));
}
