import { appComponentsIn } from "../app-components";
import { schemaWriter } from "../document-writer";
import { errorBodyValidator, schemasOf } from "../schemas";
import { checkSchemas } from "./rules";
import { schemaWarnings } from "./warnings";
import { compileInput } from "./input-parts";
import { givenBodyStep, inputStep, misfitsIn } from "./input-step";
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
    inputOf: compileInput,
    stepsOf: (input) => ({
      given: input?.body ? [givenBodyStep(input.body)] : [],
      read: input ? [inputStep(input)] : [],
    }),
    misfitsIn,
    errorValidator: errorBodyValidator,
  },
});

// `Errors.Schema` is a value of the application's library, which cannot bring a wing.
keepAtHand(schemas);
