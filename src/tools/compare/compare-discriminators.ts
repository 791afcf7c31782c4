import { reachedSchemas } from "../../schema/json-schema/normal";
import { isSchema, subschemasAmong, type Subschema } from "../../schema/json-schema/subschema";
import { lastStepOf, mappingOf } from "../../schema/json-schema/targets";
import type { JSONSchema } from "../../schema/interface/schema";
import { canonical } from "../../schema/interface/json-value";
import { namesOfMember } from "./alternative-names";
import { both, type Effect, type Pair } from "./difference";
import { isSameSchemas } from "./same-schemas";
import { schemasPrefix } from "./schema-components";
import { differenceOf, type SchemaDifference } from "./schema-difference";
import type { SchemaSide } from "./alternative";
import { makerBy } from "./clause-maker";

/** The property that distinguishes the alternatives, and the schema for each of its values. */
interface Discriminator {
  readonly property: string;
  readonly targets: ReadonlyMap<string, MappedSchema>;
  readonly members: readonly MappedSchema[];
}

interface MappedSchema {
  readonly name: string;
  readonly schema: Subschema;
}

/** Compares discriminators. Generated clients choose a class by them, although a schema allows the same values without. */
export function compareDiscriminators(sides: Pair<SchemaSide>): readonly SchemaDifference[] {
  const { was, is } = both(sides, discriminatorIn);
  if (!was) return is ? [changed(`now has the discriminator ${canonical(is.property)}`, "harmless")] : [];
  // Clients that get a value can no longer choose a class by the property.
  if (!is) return [changed(`no longer has the discriminator ${canonical(was.property)}`, "widens")];
  if (was.property !== is.property) {
    const text = `has the discriminator ${canonical(is.property)} instead of ${canonical(was.property)}`;
    return [changed(text, "breaks")];
  }
  return compareTargets({ was, is }, (pair) =>
    isSameSchemas(
      both(pair, ({ schema }) => [schema]),
      both(sides, ({ resolve }) => resolve),
    ),
  );
}

function compareTargets(
  { was, is }: Pair<Discriminator>,
  isSameSchema: (pair: Pair<MappedSchema>) => boolean,
): readonly SchemaDifference[] {
  const isSame = (pair: Pair<MappedSchema>): boolean => pair.was.name === pair.is.name || isSameSchema(pair);
  const values = new Set([...was.targets.keys(), ...is.targets.keys()]);
  return [...values].flatMap((value) => {
    const [old, now] = [was.targets.get(value), is.targets.get(value)];
    const words = `${canonical(value)} of its discriminator`;
    if (old && now) {
      const text = `has ${now.name} for ${words} instead of ${old.name}`;
      return isSame({ was: old, is: now }) ? [] : [changed(text, "breaks")];
    }
    // The comparison of alternatives reports a value that was removed or added together with its alternative.
    if (old && is.members.some((member) => isSame({ was: old, is: member }))) {
      return [changed(`no longer has ${old.name} for ${words}`, "narrows")];
    }
    if (now && was.members.some((member) => isSame({ was: member, is: now }))) {
      return [changed(`now has ${now.name} for ${words}`, "widens")];
    }
    return [];
  });
}

function changed(text: string, effect: Effect): SchemaDifference {
  return differenceOf("discriminator-changed", text, effect);
}

function discriminatorIn({ schemas, resolve }: SchemaSide): Discriminator | undefined {
  const found = reachedSchemas(makerBy(resolve), schemas.filter(isSchema));
  const union = found.find(({ discriminator }) => isSchema(discriminator));
  const property = isSchema(union?.discriminator) ? union.discriminator.propertyName : undefined;
  if (!union || typeof property !== "string") return undefined;
  const targets = mappedTargets(union, resolve);
  const members = [...subschemasAmong(union.oneOf), ...subschemasAmong(union.anyOf)].map((schema) => ({
    name: namesOfMember(schema, resolve)[0] ?? "",
    schema,
  }));
  const mapped = new Set([...targets.values()].map(({ name }) => name));
  // A component that is not mapped has its name as its value (OpenAPI 3.1.1, 4.8.25).
  const unmapped = members.filter(({ name }) => name !== "" && !mapped.has(name));
  return {
    property,
    targets: new Map([...targets, ...unmapped.map((member) => [member.name, member] as const)]),
    members: [...members, ...targets.values()],
  };
}

function mappedTargets(union: JSONSchema, resolve: SchemaSide["resolve"]): ReadonlyMap<string, MappedSchema> {
  const entries = [...mappingOf(union)].map(([value, reference]) => {
    const schema = resolve(union, reference) ??
      resolve(union, `${schemasPrefix}/${reference}`) ?? { $ref: reference };
    return [value, { name: namesOfMember(schema, resolve)[0] ?? lastStepOf(reference), schema }] as const;
  });
  return new Map(entries);
}
