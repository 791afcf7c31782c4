import { brownoutsToCome } from "../model/lifecycle";
import type { OpenAPIOperation } from "../model/openapi";
import type { Operation } from "../model/route";
import type { RouteSettings } from "../model/setting";
import { lifeInWords } from "./life-words";
import { mergeMembers } from "./own-words";
import { parametersOf, requestBodyOf, type Shared } from "./requests";
import { responsesOf } from "./responses";
import { requirementsOf } from "./security";

/** The Operation Object of one operation: what is generated, and the words of `WithOperation` over it. */
export function describeOperation(operation: Operation, shared: Shared): OpenAPIOperation {
  const rules = memberRules.map((rule) => Object.entries(rule(operation, shared)));
  const generated: object = Object.fromEntries(rules.flat());
  const { operation: own } = operation.registration.form.settings;
  // The table gives the responses, the one member that an operation must have. Words are copied: whoever is given a
  // document may change it.
  return own.reduce<object>(
    (described, words) => mergeMembers(described, JSON.parse(JSON.stringify(words)) as object),
    generated,
  ) as OpenAPIOperation;
}

/** The members of an operation that one setting shows as. */
type MemberRule = (operation: Operation, shared: Shared) => Partial<OpenAPIOperation>;

/** The setting is shown by the rule of another one, or by the document. */
const elsewhere: MemberRule = () => ({});

/** The rule for each setting of a route, in the order that members are written. */
const memberTable: Readonly<Record<keyof RouteSettings, MemberRule>> = {
  operationID: ({ id }) => ({ operationId: id }),
  summary: ({ registration }) => {
    const { summary } = registration.form.settings;
    return summary === undefined ? {} : { summary };
  },
  description: ({ registration: { form, life } }, { now }) => {
    const texts = [form.settings.description, lifeInWords(life, now)].filter((text) => text !== undefined);
    return texts.length === 0 ? {} : { description: texts.join("\n\n") };
  },
  tags: ({ registration }) => {
    const { tags } = registration.form.settings;
    return tags.length === 0 ? {} : { tags: [...tags] };
  },
  deprecated: ({ registration: { form, life } }) =>
    form.deprecated || life?.deprecated || life?.sunset ? { deprecated: true } : {},
  lifecycle: ({ registration: { life } }, { now }) => {
    const brownouts = brownoutsToCome(life, now).map(({ from, to }) => ({
      from: from.toISOString(),
      to: to.toISOString(),
    }));
    return {
      ...(life?.deprecated ? { "x-deprecated": life.deprecated.toISOString() } : {}),
      ...(life?.sunset ? { "x-sunset": life.sunset.toISOString() } : {}),
      ...(brownouts.length === 0 ? {} : { "x-brownouts": brownouts }),
    };
  },
  changes: ({ registration }, shared) => {
    const later = shared.changes.after(registration).filter(({ Internal }) => !Internal);
    const told = later.map(({ Version, Description }) => ({ version: Version, description: Description }));
    return told.length === 0 ? {} : { "x-changes": told };
  },
  inputs: (operation, shared) => {
    const parameters = parametersOf(operation, shared);
    const requestBody = requestBodyOf(operation.registration.contract, shared);
    return {
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(requestBody === undefined ? {} : { requestBody }),
    };
  },
  security: ({ registration }) => requirementsOf(registration.contract),
  responses: ({ registration }, shared) => ({ responses: responsesOf(registration, shared) }),
  // By the responses.
  status: elsewhere,
  statusBefore: elsewhere,
  guards: elsewhere,
  // Over all of these.
  operation: elsewhere,
  // By the document's paths.
  prefix: elsewhere,
  versions: elsewhere,
  hidden: elsewhere,
  // Each form has the settings of its versions.
  befores: elsewhere,
  middleware: elsewhere,
};

const memberRules = Object.values(memberTable);
