import { isSchema, type Subschema } from "../../schema/json-schema/subschema";
import type { ClauseMaker, Conjuncts } from "../../schema/json-schema/normal";
import { partsOf, type FollowReference, type SchemaPart } from "../../schema/json-schema/targets";
import type { JSONSchema } from "../../schema/interface/schema";
import { canonical } from "../../schema/interface/json-value";
import { groupedBy } from "../../core/model/collections";
import { isConstraining } from "./keyword-sets";
import { componentNamesIn } from "./schema-components";
import { constantsIn } from "./constants";
import type { TypedAlternative } from "./alternative";

/** Lists the names of each alternative of a union: first components, then titles. Undefined if there is no one union. */
export function unionNames(
  { choices }: Conjuncts,
  maker: ClauseMaker,
  follow: FollowReference,
): readonly (readonly string[])[] | undefined {
  const [union, ...others] = choices;
  return union && others.length === 0 ? namesIn(union, new Set()) : undefined;

  function namesIn(members: readonly Subschema[], around: ReadonlySet<Subschema>): string[][] {
    return members.flatMap((member) => {
      const inner = around.has(member) ? [] : maker.conjunctsOf([member]).choices;
      const [nested, ...more] = inner;
      return nested && more.length === 0
        ? namesIn(nested, new Set([...around, member]))
        : [namesOfMember(member, follow)];
    });
  }
}

/** The names of a member of a union: first its components, then its titles. */
export function namesOfMember(member: Subschema, follow: FollowReference): string[] {
  const { nameOf } = componentNamesIn(follow);
  const chain = sameSchemas(member, follow);
  const titles = chain.map(({ title }) => title);
  return [...chain.map(nameOf), ...titles].filter((name): name is string => typeof name === "string");
}

/** The schema, and the schemas that only a reference or an `allOf` of one member puts it in place of. */
function sameSchemas(member: Subschema, follow: FollowReference): readonly JSONSchema[] {
  const chain: JSONSchema[] = [];
  let at: Subschema | undefined = member;
  while (isSchema(at) && !chain.includes(at)) {
    chain.push(at);
    const [part, ...others]: readonly SchemaPart[] = isConstraining(at) ? [] : partsOf(at, follow);
    at = part?.alternatives.length === 1 && others.length === 0 ? part.alternatives[0] : undefined;
  }
  return chain;
}

/**
 * Gives each alternative a label that no other alternative has: a name, or a constant such as `"cat"` of `kind`, or its
 * number in the union. A single alternative has no label, because the place of a difference in it is not ambiguous.
 */
export function withLabels(alternatives: readonly TypedAlternative[]): readonly TypedAlternative[] {
  const numbers = new Set(alternatives.map(({ number }) => number));
  if (numbers.size < 2) return alternatives;
  const byNumber = new Map(
    alternatives.map((one) => [one.number, new Set([...one.names, ...constantTexts(one)])]),
  );
  const uses = groupedBy([...byNumber.values()], (names) => [...names]);
  const isUnique = (name: string): boolean => uses.get(name)?.length === 1;
  const labels = new Map([...byNumber].map(([number, names]) => [number, [...names].find(isUnique)]));
  const taken = new Set(labels.values());
  return alternatives.map((one) => {
    const name = labels.get(one.number);
    const number = String(one.number);
    return {
      ...one,
      label: name ?? (taken.has(number) ? `#${number}` : number),
      isNamed: name !== undefined,
    };
  });
}

function constantTexts({ schemas }: TypedAlternative): readonly string[] {
  return constantsIn(schemas).map(([, value]) => (typeof value === "string" ? value : canonical(value)));
}
