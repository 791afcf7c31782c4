import type { Contract } from "../model/contract";
import type { RouteInput } from "../model/serving";
import { bodyTypesOf, isFormType, type BodyOptions, type Part } from "../model/schema";
import { validatorFor, type Schemas } from "../schema/schemas";
import { listsIn } from "../schema/shape";

/** The compiled checks of a contract's requests; undefined where nothing is declared. */
export function compileInput(
  { inputs }: Contract,
  schemas: Schemas,
  invalidStatus: number,
): RouteInput | undefined {
  if (inputs.length === 0) return undefined;
  return {
    parts: inputs.map(({ part, schema, options }) => ({
      part,
      validate: validatorFor(schemas, { schema, place: part }),
      lists: arrivesAsText(part, options) ? listsOf(schema, schemas) : noNames,
    })),
    body: inputs.find(({ part }) => part === "body")?.options,
    invalidStatus,
  };
}

const noNames: ReadonlySet<string> = new Set();

/** Where a name that is given once can't say whether it is one value or a list of one. */
function arrivesAsText(part: Part, options: BodyOptions): boolean {
  return part === "query" || (part === "body" && bodyTypesOf(options).some(isFormType));
}

function listsOf(schema: object, schemas: Schemas): ReadonlySet<string> {
  const description = schemas.describe(schema, "input");
  return "json" in description ? listsIn(description.json) : noNames;
}
