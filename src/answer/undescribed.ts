import { hasContent } from "../http/status";
import type { RouteResponses } from "../model/serving";
import { isObject } from "../model/value";
import { classify } from "./body";

/**
 * Warns of an object that an older version gets in the handler's form, because no `WithResponse` describes the status.
 */
export function tellUndescribed(
  { termsOf, convertsDown, undescribed }: RouteResponses,
  value: unknown,
  status: number,
): void {
  if (convertsDown && undescribed && hasContent(status) && !termsOf(status) && hasMembers(value)) {
    undescribed(status);
  }
}

/**
 * True for objects and lists, whose members may have other names in an older version. A value that throws here fails
 * when it is sent.
 */
function hasMembers(value: unknown): boolean {
  try {
    return isObject(value) && classify(value).kind === "json";
  } catch {
    return false;
  }
}
