import type { Change } from "../schema/interface/change";
import { brownoutsToCome, type Life } from "../core/model/lifecycle";
import { lifeInWords } from "./life-in-words";
import type { OpenAPIOperation } from "../schema/interface/openapi";
import type { Operation } from "../core/model/route";
import type { RouteSettings } from "../core/model/settings";
import { operationWords } from "./operation-options";
import { mergeMembers } from "./document-overrides";
import { parametersOf, requestBodyOf, type OperationContext } from "./requests";
import { responsesOf } from "./responses";

/** Creates an Operation Object. Members of `WithOperation` override the generated members. */
export function describeOperation(operation: Operation, shared: OperationContext): OpenAPIOperation {
  const generated = inOrder(generatedMembers(operation, shared));
  const own = operation.registration.form.settings.of(operationWords);
  if (own.length === 0) return generated;
  // The members of `WithOperation` are copied, because a caller may change the document. Its `operationId` might not be
  // unique, so `id` replaces it. The cast is safe: `responses`, the only required member, is generated.
  const described = own.reduce<object>(
    (merged, words) => mergeMembers(merged, JSON.parse(JSON.stringify(words)) as object),
    generated,
  );
  return { ...described, operationId: operation.id } as OpenAPIOperation;
}

/** The members that the options of a route or webhook write: `{ summary: "Lists cats", tags: ["cats"] }`. */
export function writtenMembers({ given }: RouteSettings): Partial<OpenAPIOperation> {
  const written: Partial<OpenAPIOperation> = {};
  for (const { by, value } of given.values()) Object.assign(written, by.writes?.(value));
  return written;
}

function generatedMembers(operation: Operation, shared: OperationContext): OpenAPIOperation {
  const { registration, id } = operation;
  const { form, life, contract } = registration;
  const written = writtenMembers(form.settings);
  const parameters = parametersOf(operation, shared);
  const requestBody = requestBodyOf(contract, shared);
  return {
    ...written,
    operationId: id,
    ...descriptionOf(operation, written.description, shared),
    ...(form.deprecated || life?.deprecated || life?.sunset ? { deprecated: true } : {}),
    ...(life && lifecycleMembers(life, shared.now)),
    ...changesInWords(shared.changes.after(registration)),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(registration, shared),
  };
}

function descriptionOf(
  operation: Operation,
  own: string | undefined,
  { now, versions }: OperationContext,
): Pick<OpenAPIOperation, "description"> {
  const parts = [own, lifeInWords(operation.registration.life, now), ...versions.wordsOf(operation)];
  const texts = parts.filter((text) => text !== undefined);
  return texts.length > 0 ? { description: texts.join("\n\n") } : {};
}

function lifecycleMembers(life: Life, now: Date | undefined): Partial<OpenAPIOperation> {
  const brownouts = brownoutsToCome(life, now).map(({ from, to }) => ({
    from: from.toISOString(),
    to: to.toISOString(),
  }));
  return {
    ...(life.deprecated && { "x-deprecated": life.deprecated.toISOString() }),
    ...(life.sunset && { "x-sunset": life.sunset.toISOString() }),
    ...(brownouts.length > 0 && { "x-brownouts": brownouts }),
  };
}

/** The order of the members of an operation. Other members come after these, and before `responses`. */
const memberOrder = [
  "operationId",
  "summary",
  "description",
  "tags",
  "deprecated",
  "x-deprecated",
  "x-sunset",
  "x-brownouts",
  "x-changes",
  "parameters",
  "requestBody",
  "security",
] as const satisfies readonly (keyof OpenAPIOperation)[];

/** Sorts the members of an operation. Other members than those above keep their order. */
export function inOrder({ responses, ...members }: OpenAPIOperation): OpenAPIOperation {
  const ordered: Partial<OpenAPIOperation> = {};
  for (const name of memberOrder) if (name in members) Object.assign(ordered, { [name]: members[name] });
  return { ...ordered, ...members, responses };
}

/** Returns an object with the member `x-changes`, or `{}` if all changes are internal. */
export function changesInWords(changes: readonly Change[]): Partial<OpenAPIOperation> {
  const publicChanges = changes.filter(({ Internal }) => !Internal);
  if (publicChanges.length === 0) return {};
  return {
    "x-changes": publicChanges.map(({ Version, Description }) => ({
      version: Version,
      description: Description,
    })),
  };
}
