import type { Contract } from "../model/contract";
import type { RouteSettings } from "../model/setting";

/** The contract that the settings of a route declare: the one that its handler speaks. */
export function contractOf({ inputs, responses, status }: RouteSettings): Contract {
  return { inputs, responses, status };
}
