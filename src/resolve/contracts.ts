import { isSuccess } from "../http/status";
import type { Contract } from "../model/contract";
import type { RouteSettings } from "../model/setting";

/** The contract that the settings of a route declare: the one that its handler speaks. */
export function contractOf({ inputs, responses, security, status }: RouteSettings): Contract {
  return {
    inputs,
    responses,
    security,
    status: status ?? onlySuccess(responses) ?? 200,
    isStatusDeclared: status !== undefined,
  };
}

/** The success that responses declare, if it is just one. */
function onlySuccess(responses: RouteSettings["responses"]): number | undefined {
  const successes = responses.map(({ status }) => status).filter(isSuccess);
  return successes.length === 1 ? successes[0] : undefined;
}
