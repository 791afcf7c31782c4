import { appComponentsIn } from "../../schema/app-components";
import { schemaWriter } from "../../schema/document-writer";
import { errorBodyValidator, schemasOf } from "../../schema/schemas";
import { checkSchemas } from "../check/schema-rules";
import { schemaWarnings } from "../check/schema-warnings";
import { compileInput } from "../compile/inputs";
import { givenBodyStep, inputStep, misfitsIn } from "../dispatch/input";
import { setSchemas } from "./schemas-at-hand";
import { appWing } from "./wing";

/** The wing that reads schemas, which histories and options such as `WithBody` and `WithResponse` bring to an App. */
export const schemas = appWing("schemas", {
  rules: [checkSchemas],
  reading: {
    schemasOf,
    writerOf: schemaWriter,
    componentsIn: appComponentsIn,
    warningsOf: schemaWarnings,
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
setSchemas(schemas);
