import type { Contract } from "../model/contract";
import type { PartUp, RouteInput } from "../model/serving";
import { bodyTypesOf, isFormType, type BodyOptions, type Part } from "../model/schema";
import { upsFrom } from "../schema/convert";
import { validatorFor, type Schemas } from "../schema/schemas";
import { listsIn } from "../schema/shape";

/** The compiled checks of a contract's requests; undefined where nothing is declared. */
export function compileInput(
  { inputs, turnedInputs }: Contract,
  schemas: Schemas,
  invalidStatus: number,
): RouteInput | undefined {
  if (inputs.length === 0 && turnedInputs.length === 0) return undefined;
  return {
    parts: inputs.map(({ part, schema, options }) => ({
      part,
      validate: validatorFor(schemas, { schema, place: part }),
      lists: arrivesAsText(part, options) ? listsOf(schema, schemas) : noNames,
    })),
    body: inputs.find(({ part }) => part === "body")?.options,
    invalidStatus,
    ups: upsOf(turnedInputs, schemas),
  };
}

function upsOf(turned: Contract["turnedInputs"], schemas: Schemas): readonly PartUp[] {
  return turned.flatMap(({ part, history, at }) => {
    const up = upsFrom(history, at, (schema) => validatorFor(schemas, { schema, place: part }));
    return up ? [{ part, up }] : [];
  });
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
