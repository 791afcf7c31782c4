import { inputOptions, type Input } from "../../core/model/contract";
import type { PartInput, RouteInput } from "../../core/model/serving";
import {
  bodyTypesOf,
  isBinaryType,
  isFormType,
  type BodyOptions,
  type Part,
  type Validate,
} from "../interface/schema";
import type { Registration } from "../../core/model/route";
import { describe } from "../../core/model/value";
import type { Versioning } from "../../core/model/versioning";
import type { SchemaReading } from "../../core/wings/schema-reading";
import { validatorFor, type Schemas } from "../schemas";
import { listsIn, objectsIn } from "../json-schema/kinds";
import { allowedNames } from "../json-schema/shape";
import { extractionOf } from "../../core/sources/extraction";

/** Compiles the input of a served route, which warns of a schema that requires a number, although clients send text. */
export const servedInput: SchemaReading["inputOf"] = (registration, schemas, { warn, ...means }) => {
  const { route } = registration;
  const misread: RouteInput["misread"] = (part, name) => {
    const text = (): string =>
      `${describe(name)} of ${inputOptions[part]} refuses text, but accepts the same value as a number or boolean; clients can send only text, so they receive a ${means.invalidStatus}: convert the text in the schema, as z.coerce.number() or z.stringbool() does`;
    warn(route, `misread ${part}`, text);
  };
  return compileInput(registration, schemas, { ...means, misread });
};

interface InputMeans {
  readonly invalidStatus?: number;
  readonly versioning?: Versioning;
  readonly misread?: RouteInput["misread"];
}

export function compileInput(
  { contract: { inputs, convertedInputs } }: Pick<Registration, "contract">,
  schemas: Schemas,
  { invalidStatus = 400, versioning, misread }: InputMeans = {},
): RouteInput | undefined {
  if (inputs.length === 0 && convertedInputs.length === 0) return undefined;
  return {
    parts: inputs.map((input) => partInput(input, schemas, versioning)),
    body: inputs.find(({ part }) => part === "body")?.options,
    invalidStatus,
    convert: undefined,
    convertsUp: false,
    ...(misread && { misread }),
  };
}

function partInput(
  { part, schema, options }: Input,
  schemas: Schemas,
  versioning: Versioning | undefined,
): PartInput {
  const description = schemas.describe(schema, "input");
  const json = "json" in description ? description.json : undefined;
  return {
    part,
    ...validatorsOf({ part, schema, options }, schemas),
    isList: json && arrivesAsText(part, options) ? listsIn(json) : undefined,
    isJSON:
      json && part === "body" && bodyTypesOf(options).includes("multipart") ? objectsIn(json) : undefined,
    separators: separatorsOf(schema, options, schemas),
    isOmitted: json && omission(part, allowedNames(json), versioning),
  };
}

/** A binary text is a file in a form, and a text in JSON, so a route that takes both has two validators. */
function validatorsOf(
  { part, schema, options }: Input,
  schemas: Schemas,
): Pick<PartInput, "validate" | "ofFiles"> {
  const types = part === "body" ? bodyTypesOf(options) : [];
  const validatorOf = (isBinary: boolean): Validate =>
    validatorFor(schemas, { schema, place: part, isBinary });
  if (!types.some(isBinaryType)) return { validate: validatorOf(false) };
  if (types.every(isBinaryType)) return { validate: validatorOf(true) };
  return { validate: validatorOf(false), ofFiles: { validate: validatorOf(true), types } };
}

/** A schema that rejects unknown members gets neither other path parameters nor the parameter of the version. */
function omission(
  part: Part,
  allowed: ReadonlySet<string> | undefined,
  versioning: Versioning | undefined,
): PartInput["isOmitted"] {
  if (!allowed) return undefined;
  if (part === "params") return (name) => !allowed.has(name);
  const sources = [...(versioning?.sources ?? []), ...extractionOf(versioning?.assume).sources];
  const own = sources.flatMap(({ parameter }) =>
    parameter && part.startsWith(parameter.in) && !allowed.has(parameter.name) ? parameter.name : [],
  );
  return own.length === 0 ? undefined : (name) => own.includes(name);
}

/** True for a query or a form, in which `tag=a` may mean `"a"` or `["a"]`. */
function arrivesAsText(part: Part, options: BodyOptions): boolean {
  return part === "query" || (part === "body" && bodyTypesOf(options).some(isFormType));
}

/** Keeps only the separators of lists, because the value of any other parameter may contain the separator. */
function separatorsOf(
  schema: object,
  options: Input["options"],
  { listsWithin }: Schemas,
): PartInput["separators"] {
  const written = Object.entries(options.Separator ?? {});
  if (written.length === 0) return undefined;
  const isOf = listsWithin(schema);
  return new Map(written.filter(([name]) => isOf(name) === "list"));
}
