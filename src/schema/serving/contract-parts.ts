import type { ContractPart } from "../../core/model/app-internals";
import { once } from "../../core/model/collections";
import { sentStatus, type Contract, type DeclaredResponse } from "../../core/model/contract";
import { historyOf } from "../interface/histories";
import type { Registration, Route, Span } from "../../core/model/route";
import type { Validate } from "../interface/schema";
import { webhookName } from "../../core/model/declaration";
import type { ContractsOfVersion } from "../../core/wings/schema-reading";
import type { Schemas } from "../schemas";
import { compileInput } from "./input-parts";

/** Lists the parts of the requests and responses of a version's routes, of its webhooks, and of errors. */
export function contractParts(
  { registrations, webhooks, recordOf }: ContractsOfVersion,
  schemas: Schemas,
): readonly ContractPart[] {
  return [
    ...registrations.flatMap((one) => routeParts(one, recordOf(one.route), schemas)),
    ...webhooks.flatMap((span) => payloadOf(span, schemas)),
    ...errorParts(schemas),
  ];
}

function routeParts(registration: Registration, route: Route, schemas: Schemas): readonly ContractPart[] {
  const { contract, form } = registration;
  const answers = contract.responses.map((response) => {
    const { status } = response;
    const sent = typeof status === "number" ? sentStatus(form.renumbering, status) : status;
    return answerPart(response, { route, part: `response ${sent}` }, schemas, registration.route.contract);
  });
  return [...requestParts(registration, route, schemas), ...answers];
}

function requestParts(registration: Registration, route: Route, schemas: Schemas): readonly ContractPart[] {
  const { inputs, convertedInputs } = registration.contract;
  // Compiling schemas takes time, so it waits for the first call of `isList` or `validate`. Most callers need neither.
  const compiled = once(() => compileInput(registration, schemas)?.parts ?? []);
  const names = [...new Set([...inputs, ...convertedInputs].map(({ part }) => part))];
  return names.map((name): ContractPart => {
    const input = inputs.find(({ part }) => part === name);
    const own = once(() => compiled().find(({ part }) => part === name));
    return {
      route,
      way: "request",
      part: name,
      schema: input?.schema,
      history: convertedInputs.find(({ part }) => part === name)?.history,
      examples: Object.values(input?.options.Examples ?? {}),
      options: input?.options ?? {},
      isList: (member) => own()?.isList?.(member) ?? false,
      validate: (value) => own()?.validate(value) ?? { value },
      validateLink: (schema) => schemas.behindUp(schema, name),
      reader: schemas,
    };
  });
}

function payloadOf(
  { contract, form }: Pick<Span, "contract" | "form">,
  schemas: Schemas,
): readonly ContractPart[] {
  const webhook = webhookName({ name: form.path });
  return contract.responses
    .filter(({ place }) => place === "webhook")
    .map((response) => answerPart(response, { webhook, part: "payload" }, schemas));
}

function errorParts(schemas: Schemas): readonly ContractPart[] {
  const history = historyOf(schemas.errors.declared);
  if (!history) return [];
  const validateLink = schemas.sentValidator;
  return [
    {
      ...answer,
      part: "errors",
      schema: undefined,
      history,
      validate: accept,
      validateLink,
      reader: schemas,
    },
  ];
}

const accept: Validate = (value) => ({ value });

const answer = { route: undefined, way: "answer", examples: [], options: {}, isList: () => false } as const;

function answerPart(
  { schema, converted, examples, status }: DeclaredResponse,
  place: Pick<ContractPart, "part"> & Partial<Pick<ContractPart, "route" | "webhook">>,
  schemas: Schemas,
  newest?: Contract,
): ContractPart {
  const declared =
    converted && newest?.responses.find((one) => one.schema && historyOf(one.schema) === converted.history);
  return {
    ...answer,
    ...place,
    status,
    schema,
    history: converted?.history,
    examples: [...(declared?.examples ?? examples).values()],
    validate: schema ? schemas.sentValidator(schema) : accept,
    validateLink: schemas.sentValidator,
    reader: schemas,
  };
}
