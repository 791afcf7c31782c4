import { hasContent } from "../http/status";
import type { RouteResponses } from "../model/serving";
import { isObject } from "../model/value";
import { classify } from "./body";

/** Warns of members that an older version is sent as the handler wrote them, since no `WithResponse` describes the status. */
export function tellUndescribed(
  { termsOf, turnsDown, undescribed }: RouteResponses,
  value: unknown,
  status: number,
): void {
  if (turnsDown && undescribed && hasContent(status) && !termsOf(status) && hasMembers(value)) {
    undescribed(status);
  }
}

/** Whether a version may know a value's members by other names; what cannot be read fails where it is sent. */
function hasMembers(value: unknown): boolean {
  try {
    return isObject(value) && classify(value).kind === "json";
  } catch {
    return false;
  }
}
