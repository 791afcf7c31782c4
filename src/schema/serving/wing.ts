import type { Request } from "express";
import type { WarnOnce } from "../../core/errors/request-warnings";
import { parameterNames } from "../../http/path-template";
import { hasContent, isSuccessOrRange } from "../../http/status";
import { once } from "../../core/model/collections";
import type { Contract } from "../../core/model/contract";
import type { ErrorFormat } from "../../core/model/error-format";
import { isObjectOrFunction, isThenable } from "../../core/model/value";
import { keepAtHand } from "../../core/model/wing";
import type { SchemaReading } from "../../core/wings/schema-reading";
import { appWing } from "../../core/wings/wing";
import { appComponentsIn } from "../app-components";
import { schemaWriter } from "../document-writer";
import { newestOf } from "../interface/at-version";
import { Nothing } from "../interface/histories";
import type { Validate } from "../interface/schema";
import { issuesInWords } from "../issues";
import { errorBodyValidator, schemasOf, type Schemas } from "../schemas";
import { checkSchemas } from "./rules";
import { schemaWarnings } from "./warnings";
import { contractParts } from "./contract-parts";
import { compileInput, servedInput } from "./input-parts";
import { givenBodyStep, inputStep, misfitsIn } from "./input-step";
import { compileResponses } from "./response-terms";

/** Makes the function that validates requests to a route, without sending them. */
const judgeOfRequests: SchemaReading["judgeOf"] = (registration, schemas, versioning) => {
  const input = compileInput(registration, schemas, { versioning });
  const names = parameterNames(registration.segments);
  return async (sent, path) => {
    if (!input) return [];
    const params = Object.assign(
      Object.create(null) as object,
      Object.fromEntries(names.map((name, i) => [name, path[i]])),
    );
    // The cast is safe: validation reads only these members of a request.
    return misfitsIn(input, { ...sent, params } as unknown as Request);
  };
};

/** The wing that reads schemas, which histories and options such as `WithBody` and `WithResponse` bring to an App. */
export const schemas = appWing("schemas", {
  rules: [checkSchemas],
  warnings: [schemaWarnings],
  reading: {
    schemasOf,
    writerOf: schemaWriter,
    componentsIn: appComponentsIn,
    inputOf: servedInput,
    stepsOf: (input) => ({
      given: input?.body ? [givenBodyStep(input.body)] : [],
      read: input ? [inputStep(input)] : [],
    }),
    judgeOf: judgeOfRequests,
    partsOf: contractParts,
    responsesOf: compileResponses,
    forgottenIn: compileForgotten,
    watchedErrors,
  },
});

// `Errors.Schema` is a value of the application's library, which cannot bring a wing.
keepAtHand(schemas);

/**
 * Creates a function that resolves to true if every 2xx schema rejects undefined, so that a handler that returns
 * undefined has forgotten its `return`.
 *
 * There is no such function if no 2xx response has a schema, or if one of them may have no content.
 */
function compileForgotten(
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

/** Warns of bodies from `Errors.Body` that do not match `Errors.Schema`. They are sent nevertheless. */
function watchedErrors(format: ErrorFormat, schemas: Schemas, warn: WarnOnce): ErrorFormat {
  const { Body } = format;
  const validate = Body && errorBodyValidator(schemas);
  if (!validate) return format;
  return {
    ...format,
    Body: (error, about) => {
      const result = Body(error, about);
      if (!isThenable(result)) void watch(error.status, result, { validate, warn });
      return result;
    },
  };
}

async function watch(
  status: number,
  result: unknown,
  { validate, warn }: { readonly validate: Validate; readonly warn: WarnOnce },
): Promise<void> {
  try {
    const verdict = await validate(JSON.parse(JSON.stringify(result)));
    if (!("issues" in verdict)) return;
    const text = (): string =>
      `AppOptions: the body that Errors.Body returned for status ${status} does not match Errors.Schema, but was sent: ${issuesInWords(verdict.issues).join("; ")}; correct Errors.Body or Errors.Schema`;
    warn(undefined, `error body ${status}`, text, { status });
  } catch {
    // An error of the validator is ignored. A body that JSON cannot represent is logged when the body is sent.
  }
}
