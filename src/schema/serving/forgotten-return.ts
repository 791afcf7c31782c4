import { hasContent, isSuccessOrRange } from "../../core/http/status";
import { newestOf } from "../../core/model/at-version";
import { once } from "../../core/model/collections";
import type { Contract } from "../../core/model/contract";
import { Nothing } from "../../core/model/histories";
import { isObjectOrFunction } from "../../core/model/value";
import type { Schemas } from "../schemas";

/**
 * Creates a function that resolves to true if every 2xx schema rejects undefined, so that a handler that returns
 * undefined has forgotten its `return`.
 *
 * There is no such function if no 2xx response has a schema, or if one of them may have no content.
 */
export function compileForgotten(
  { responses, status }: Pick<Contract, "responses" | "status">,
  { sentValidator }: Pick<Schemas, "sentValidator">,
): (() => Promise<boolean>) | undefined {
  const successes = responses.filter((response) => isSuccessOrRange(response.status));
  const newest = successes.map(({ schema, converted }) => (converted ? newestOf(converted.history) : schema));
  const isBare = successes.some((success, i) =>
    typeof success.status === "number" ? !hasContent(success.status) : newest[i] === undefined,
  );
  if (isBare || !hasContent(status) || newest.includes(Nothing)) return undefined;
  // Removes undefined, but keeps functions, because schemas of ArkType are functions.
  const schemas = newest.filter(isObjectOrFunction);
  if (schemas.length === 0) return undefined;
  return once(async () => {
    const accepting = await Promise.all(schemas.map((schema) => acceptsUndefined(sentValidator, schema)));
    return !accepting.includes(true);
  });
}

async function acceptsUndefined(validatorOf: Schemas["sentValidator"], schema: object): Promise<boolean> {
  try {
    return "value" in (await validatorOf(schema)(undefined));
  } catch {
    // A schema that throws an error for undefined does not accept undefined.
    return false;
  }
}
