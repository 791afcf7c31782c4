import { isSchema, isSubschema } from "../../schema/json-schema/subschema";
import { canonical } from "../../schema/interface/json-value";
import type { JSONSchema } from "../../schema/interface/schema";
import { objectAlternativeOf } from "./compare-objects";
import { both, type Direction, type DifferenceVerdict, type Pair } from "./difference";
import { propertyReader } from "./property-reader";
import { formsOf } from "./value-alternatives";
import type { Alternative, SchemaSide } from "./alternative";
import { makerBy } from "./clause-maker";

/** The schema of a form, and the `encoding` of its properties (OpenAPI 3.1.1, 4.8.15). */
export interface EncodedBody extends SchemaSide {
  readonly encoding: JSONSchema;
}

/** Compares how forms write those properties that both documents have. */
export function compareEncodings(
  bodies: Pair<EncodedBody>,
  direction: Direction,
): readonly DifferenceVerdict[] {
  const { was, is } = both(bodies, (body) => propertiesOf(body, direction));
  return [...was].flatMap(([name, property]) => {
    const other = is.get(name);
    return other ? compareProperty(name, { was: property, is: other }, direction) : [];
  });
}

/** How a property is written. */
interface EncodedProperty {
  readonly style: string;
  /** The media types of the property; undefined if they follow from its schema in a way that is not known here. */
  readonly types: readonly string[] | undefined;
}

function propertiesOf(
  { encoding, schemas, resolve }: EncodedBody,
  direction: Direction,
): ReadonlyMap<string, EncodedProperty> {
  const { own } = makerBy(resolve).conjunctsOf(schemas);
  const { properties } = objectAlternativeOf(own, propertyReader(resolve, direction));
  return new Map(
    [...properties].map(([name, property]) => {
      const written = encoding[name];
      return [name, encodedProperty(isSchema(written) ? written : {}, { schemas: property, resolve })];
    }),
  );
}

function encodedProperty(encoding: JSONSchema, property: SchemaSide): EncodedProperty {
  const { style = "form", explode = style === "form", allowReserved = false, contentType } = encoding;
  const types = typeof contentType === "string" ? contentType : usualType(property);
  return {
    style: canonical([style, explode, allowReserved]),
    types: types
      ?.split(",")
      .map((type) => type.trim().toLowerCase())
      .sort(),
  };
}

/** The media type of a property without `contentType`; undefined if it has several types, or types that are not known. */
function usualType({ schemas, resolve }: SchemaSide): string | undefined {
  const types = formsOf({ schemas, resolve })?.map((form) => {
    if (form.kind !== "array") return usualTypeOf(form);
    // A list is written item by item. Lists of lists are not described.
    const items = form.schemas.map((schema) => schema.items).filter((item) => isSubschema(item));
    return alikeAmong(formsOf({ schemas: items, resolve })?.map(usualTypeOf));
  });
  return alikeAmong(types);
}

function alikeAmong(types: readonly (string | undefined)[] = []): string | undefined {
  const [type, ...others] = new Set(types);
  return others.length === 0 ? type : undefined;
}

function usualTypeOf(form: Alternative): string | undefined {
  switch (form.kind) {
    case "value":
      return typeof form.value === "object" && form.value !== null ? "application/json" : "text/plain";
    case "string":
      return form.schemas.some(isBinary) ? "application/octet-stream" : "text/plain";
    case "object":
      return "application/json";
    case "array":
      return undefined;
    default:
      return "text/plain";
  }
}

function isBinary({ format, contentEncoding, contentMediaType }: JSONSchema): boolean {
  return format === "binary" || contentEncoding !== undefined || contentMediaType !== undefined;
}

function compareProperty(
  name: string,
  { was, is }: Pair<EncodedProperty>,
  direction: Direction,
): readonly DifferenceVerdict[] {
  const verdict = (text: string, isBreaking: boolean): DifferenceVerdict => ({
    kind: "encoding-changed",
    path: [name],
    text: `property ${canonical(name)} ${text}`,
    isBreaking,
  });
  const styles = was.style === is.style ? [] : [verdict("is written in another style", true)];
  if (!was.types || !is.types || canonical(was.types) === canonical(is.types)) return styles;
  const isNarrower = !areAmong(was.types, is.types);
  const isWider = !areAmong(is.types, was.types);
  const text = `has the content type ${is.types.join(", ")} instead of ${was.types.join(", ")}`;
  return [...styles, verdict(text, direction === "request" ? isNarrower : isWider)];
}

function areAmong(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others);
  return some.every((type) => [type, type.replace(/\/.*/, "/*"), "*/*"].some((one) => known.has(one)));
}
