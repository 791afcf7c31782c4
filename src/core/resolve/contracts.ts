import { isSuccess } from "../../http/status";
import {
  bareResponse,
  declaredInputs,
  declaredResponses,
  securityNeeds,
  type Contract,
  type DeclaredResponse,
  type Input,
} from "../model/contract";
import { depthsOf, formAt, type SchemaForm } from "../../schema/interface/at-version";
import { historyOf, Nothing } from "../../schema/interface/histories";
import type { RouteSettings } from "../model/settings";
import { status as statusOption } from "../options/status";
import type { Version, VersionPoint } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";

/** Creates the contract of a route: the schemas of its requests and responses, its status, and its security. */
export function contractOf(settings: RouteSettings): Contract {
  const inputs = settings.of(declaredInputs);
  const responses = settings.of(declaredResponses);
  const security = settings.of(securityNeeds);
  const { code: status } = settings.of(statusOption);
  const isWithout = inputs.length === 0 && responses.length === 0 && !security && status === undefined;
  if (isWithout) return emptyContract;
  return {
    inputs,
    convertedInputs: [],
    responses,
    security,
    status: status ?? onlySuccess(responses) ?? 200,
    isStatusDeclared: status !== undefined,
  };
}

/** All routes without options share this contract, so that later steps handle it only once. */
export const emptyContract: Contract = {
  inputs: [],
  convertedInputs: [],
  responses: [],
  security: undefined,
  status: 200,
  isStatusDeclared: false,
};

function onlySuccess(responses: readonly DeclaredResponse[]): number | undefined {
  const successes = responses.map(({ status }) => status).filter(isSuccess);
  return successes.length === 1 ? successes[0] : undefined;
}

/** Returns the contract of one version: each part of the request and the response has the schema of this version. */
export function contractIn(
  version: Version | undefined,
  contract: Contract,
  versioning: Versioning,
): Contract {
  if (!hasHistory(contract)) return contract;
  const { inputs, responses } = contract;
  const at = pointOf(version, versioning);
  const forms = inputs.map((input) => ({ input, form: formAt(input.schema, at) }));
  return {
    ...contract,
    inputs: forms.flatMap(({ input, form }) => (form ? (inputIn(input, form) ?? []) : input)),
    convertedInputs: forms.flatMap(({ input: { part }, form }) =>
      form ? { part, history: form.history, at: form.at } : [],
    ),
    responses: responses.map((response) => responseAt(response, at)),
  };
}

export function hasHistory({ inputs, responses }: Contract): boolean {
  return inputs.some(isOfHistory) || responses.some(isOfHistory);
}

/** For each history, returns a function from a version to the index of the version's schema: 0 is the newest. */
export function depthsIn(
  { inputs, responses }: Contract,
  { order }: Versioning,
): readonly ((version: Version) => number)[] {
  return [...inputs, ...responses].flatMap(({ schema }) => {
    const history = historyOf(schema);
    return history ? depthsOf(history, order) : [];
  });
}

function pointOf(version: Version | undefined, versioning: Versioning): VersionPoint {
  const { isEnabled, order } = versioning;
  return isEnabled && version !== undefined ? { version, order } : newestPoint(versioning);
}

/** The newest version that is not a preview; the version is undefined if versioning is off. */
export function newestPoint(versioning: Versioning): VersionPoint {
  const { order, isEnabled } = versioning;
  return { version: isEnabled ? releasedIn(order.list, versioning).at(-1) : undefined, order };
}

function isOfHistory({ schema }: Pick<DeclaredResponse, "schema">): boolean {
  return historyOf(schema) !== undefined;
}

function inputIn(input: Input, { schema, body, isNewest }: SchemaForm): Input | undefined {
  if (schema === Nothing) return undefined;
  const { Examples, ...options } = input.options;
  const examples = Examples && isNewest ? { Examples } : {};
  return { ...input, schema, options: { ...options, ...examples, ...body } };
}

function responseAt(response: DeclaredResponse, point: VersionPoint): DeclaredResponse {
  const form = formAt(response.schema, point);
  if (!form) return response;
  const { history, at, schema, type, isNewest } = form;
  const hasValue = schema !== Nothing;
  return {
    ...response,
    schema: hasValue ? schema : undefined,
    converted: { history, at },
    type: hasValue ? (type ?? response.type) : undefined,
    examples: hasValue && isNewest ? response.examples : bareResponse.examples,
  };
}
