import { hasContent } from "../http/status";
import type { RouteResponses } from "../model/serving";
import { isObject } from "../model/value";
import { classify } from "./body";

/** Warns of members sent to an older version in the handler's form, because no `WithResponse` describes the status. */
export function tellUndescribed(
  { termsOf, convertsDown, undescribed }: RouteResponses,
  value: unknown,
  status: number,
): void {
  if (convertsDown && undescribed && hasContent(status) && !termsOf(status) && hasMembers(value)) {
    undescribed(status);
  }
}

/** True if a version may use other names for a value's members; an unreadable value fails when it is sent. */
function hasMembers(value: unknown): boolean {
  try {
    return isObject(value) && classify(value).kind === "json";
  } catch {
    return false;
  }
}
