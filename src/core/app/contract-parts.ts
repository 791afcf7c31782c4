import type { ContractPart } from "../model/app-internals";
import { once } from "../model/collections";
import { sentStatus, type Contract, type DeclaredResponse } from "../model/contract";
import { historyOf } from "../model/histories";
import type { Registration, Route, Span } from "../model/route";
import type { Validate } from "../model/schema";
import { webhookName } from "../model/webhook";
import type { Schemas } from "../../schema/schemas";
import type { BuildContext } from "./build-context";

export function contractPartsOf(
  registration: Registration,
  route: Route,
  built: Pick<BuildContext, "schemas" | "wings">,
): readonly ContractPart[] {
  const { schemas } = built;
  const { contract, form } = registration;
  const answers = contract.responses.map((response) => {
    const { status } = response;
    const sent = typeof status === "number" ? sentStatus(form.renumbering, status) : status;
    return answerPart(response, { route, part: `response ${sent}` }, schemas, registration.route.contract);
  });
  return [...requestParts(registration, route, built), ...answers];
}

function requestParts(
  registration: Registration,
  route: Route,
  { schemas, wings }: Pick<BuildContext, "schemas" | "wings">,
): readonly ContractPart[] {
  const { inputs, convertedInputs } = registration.contract;
  // Compiling schemas takes time, so it waits for the first call of `isList` or `validate`. Most callers need neither.
  const compiled = once(() => wings.reading.inputOf(registration, schemas)?.parts ?? []);
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

export function payloadOf(
  { contract, form }: Pick<Span, "contract" | "form">,
  schemas: Schemas,
): readonly ContractPart[] {
  const webhook = webhookName({ name: form.path });
  return contract.responses
    .filter(({ place }) => place === "webhook")
    .map((response) => answerPart(response, { webhook, part: "payload" }, schemas));
}

export function errorParts(schemas: Schemas): readonly ContractPart[] {
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
