import { compileResponses } from "../compile/response-terms";
import type { EndpointMakers, OwnHandler } from "../dispatch/endpoint";
import { sentStatus, type DeclaredResponse } from "../model/contract";
import type { Registration } from "../model/route";
import type { ResponseCheck } from "../model/serving";
import type { VersionOrder } from "../model/version";
import type { Failure, Serve } from "../request/exchange";
import type { Schemas } from "../schema/schemas";
import { isShadowed, writtenShadows } from "./rules";
import { beside } from "./step";

/** The means of compiling a shadow. */
interface ShadowMeans extends Pick<EndpointMakers, "recordOf"> {
  readonly schemas: Schemas;
  readonly check: ResponseCheck;
  readonly order: VersionOrder;
  /** Answers errors without logging them: `OnDifference` gets them. */
  readonly quiet: () => Failure;
}

/** Runs the old handler of the first `Shadow` that names the version next to the own one; undefined if none does. */
export function shadowBeside(
  { form, contract, version, route }: Registration,
  { schemas, check, order, quiet, recordOf }: ShadowMeans,
): ((own: OwnHandler) => Serve) | undefined {
  if (version === undefined) return undefined;
  const shadow = writtenShadows(form.settings).find(({ range }) => isShadowed(range, version, order));
  if (!shadow) return undefined;
  const { renumbering } = form;
  const responses = contract.responses.map((response): DeclaredResponse => {
    const { status } = response;
    const sent = typeof status === "number" ? sentStatus(renumbering, status) : status;
    return { ...response, status: sent, converted: undefined };
  });
  const plan = {
    ...shadow,
    version,
    status: sentStatus(renumbering, contract.status),
    responses: compileResponses({ contract: { ...contract, responses }, version, later: [] }, schemas, check),
    record: recordOf(route),
    quiet: quiet(),
  };
  return (own) => beside(plan, own);
}
