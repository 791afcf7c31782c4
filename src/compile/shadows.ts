import { sentStatus, type DeclaredResponse } from "../model/contract";
import type { Registration } from "../model/route";
import type { ResponseCheck, RouteShadow } from "../model/serving";
import { isShadowed } from "../model/setting";
import type { VersionOrder } from "../model/version";
import type { Schemas } from "../schema/schemas";
import { compileResponses } from "./response-terms";

/** The means of compiling a shadow. */
interface ShadowMeans {
  readonly schemas: Schemas;
  readonly check: ResponseCheck;
  readonly order: VersionOrder;
}

/** The shadow of a registration, the first that names its version; undefined if there is none. */
export function compileShadow(
  { form, contract, version }: Registration,
  { schemas, check, order }: ShadowMeans,
): RouteShadow | undefined {
  if (version === undefined) return undefined;
  const shadow = form.settings.shadows.find(({ range }) => isShadowed(range, version, order));
  if (!shadow) return undefined;
  const { renumbering } = form;
  const responses = contract.responses.map((response): DeclaredResponse => {
    const { status } = response;
    const sent = typeof status === "number" ? sentStatus(renumbering, status) : status;
    return { ...response, status: sent, turned: undefined };
  });
  return {
    ...shadow,
    status: sentStatus(renumbering, contract.status),
    responses: compileResponses({ contract: { ...contract, responses }, version }, schemas, check),
  };
}
