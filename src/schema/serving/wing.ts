import { appComponentsIn } from "../app-components";
import { schemaWriter } from "../document-writer";
import { schemasOf } from "../schemas";
import { watchedErrors } from "./watched-errors";
import { checkSchemas } from "./rules";
import { schemaWarnings } from "./warnings";
import { contractParts } from "./contract-parts";
import { servedInput } from "./input-parts";
import { givenBodyStep, inputStep } from "./input-step";
import { compileForgotten } from "./forgotten-return";
import { compileResponses } from "./response-terms";
import { judgeOfRequests } from "./request-judge";
import { keepAtHand } from "../../core/model/wings-at-hand";
import { appWing } from "../../core/wings/wing";

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
