import { isSuccess } from "../http/status";
import type { Contract, DeclaredResponse, Input, ConvertedInput } from "../model/contract";
import { historyOf, Nothing, type History, type Link } from "../model/histories";
import type { RouteSettings } from "../model/setting";
import type { Version, VersionPoint } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";
import { depthAt, depthsOf, linkAt, linkOf, listedIn, shownBy, typeOf } from "../history/at-version";

/** Reads a route's contract from its settings; its schemas may be histories. */
export function contractOf({ inputs, responses, security, status }: RouteSettings): Contract {
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

/** One object for all routes without options, because each stage prepares a contract once. */
const emptyContract: Contract = {
  inputs: [],
  convertedInputs: [],
  responses: [],
  security: undefined,
  status: 200,
  isStatusDeclared: false,
};

/** The status of the only declared success; undefined if there are none or several. */
function onlySuccess(responses: RouteSettings["responses"]): number | undefined {
  const successes = responses.map(({ status }) => status).filter(isSuccess);
  return successes.length === 1 ? successes[0] : undefined;
}

/** The contract of a version, and of all versions of its span; the declared contract if no schema has a history. */
export function contractIn(
  version: Version | undefined,
  contract: Contract,
  versioning: Versioning,
): Contract {
  if (!hasHistory(contract)) return contract;
  const { inputs, responses } = contract;
  const at = pointOf(version, versioning);
  const shown = inputs.map((input) => inputAt(input, at));
  return {
    ...contract,
    inputs: shown.flatMap(({ input }) => input ?? []),
    convertedInputs: shown.flatMap(({ converted }) => converted ?? []),
    responses: responses.map((response) => responseAt(response, at)),
  };
}

/** True if a contract may differ between versions. */
export function hasHistory({ inputs, responses }: Contract): boolean {
  return inputs.some(isOfHistory) || responses.some(isOfHistory);
}

/**
 * For each history, a function from a version to the number of links between it and the newest: versions with equal
 * numbers share one contract.
 */
export function depthsIn(
  { inputs, responses }: Contract,
  { order }: Versioning,
): readonly ((version: Version) => number)[] {
  return [...inputs, ...responses].flatMap(({ schema }) => {
    const history = historyOf(schema);
    return history ? depthsOf(history, order) : [];
  });
}

/** A neutral route has the contract of the newest version that is not a preview. */
function pointOf(version: Version | undefined, versioning: Versioning): VersionPoint {
  const { isEnabled, order } = versioning;
  return isEnabled && version !== undefined ? { version, order } : newestPoint(versioning);
}

/**
 * The newest version that is not a preview; undefined without versioning, so that every history has its newest link.
 */
export function newestPoint(versioning: Versioning): VersionPoint {
  const { order, isEnabled } = versioning;
  return { version: isEnabled ? releasedIn(order.list, versioning).at(-1) : undefined, order };
}

function isOfHistory({ schema }: Pick<DeclaredResponse, "schema">): boolean {
  return historyOf(schema) !== undefined;
}

interface InputAt {
  /** Undefined if the version has no such part. */
  readonly input: Input | undefined;
  readonly converted: ConvertedInput | undefined;
}

function inputAt(input: Input, wanted: VersionPoint): InputAt {
  const history = historyOf(input.schema);
  if (!history) return { input, converted: undefined };
  const at = listedIn(history, wanted);
  const link = linkAt(history, at);
  const schema = shownBy(link);
  const converted = { part: input.part, history, at };
  if (schema === Nothing) return { input: undefined, converted };
  const { Examples, ...options } = input.options;
  const examples = Examples && hasExamples(link, history) ? { Examples } : {};
  return { input: { ...input, schema, options: { ...options, ...examples, ...link.body } }, converted };
}

function responseAt(response: DeclaredResponse, wanted: VersionPoint): DeclaredResponse {
  const history = historyOf(response.schema);
  if (!history) return response;
  const at = listedIn(history, wanted);
  const depth = depthAt(history, at);
  const link = linkOf(history, depth);
  const schema = shownBy(link);
  const examples = schema !== Nothing && hasExamples(link, history) ? response.examples : noExamples;
  return {
    ...response,
    schema: schema === Nothing ? undefined : schema,
    converted: { history, at },
    type: schema === Nothing ? undefined : (typeOf(history, depth) ?? response.type),
    examples,
  };
}

const noExamples: DeclaredResponse["examples"] = new Map();

/** Examples are in the handler's form, so that other forms have none. */
function hasExamples(link: Link, { links }: History): boolean {
  return link === links[0] && !link.face;
}
