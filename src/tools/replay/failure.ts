import { isConcealed, takeFacts } from "../../core/model/fault";
import { isHTTPError } from "../../core/model/http-error";

/** The error that a request or its answer would cause. */
export interface Failure {
  /** The status that is meant for the newest version; 500 for errors that `MapError` may give another status. */
  readonly status: number;
  /** True if `MapError` cannot change the status. */
  readonly isCertain: boolean;
  /** The change whose function threw; undefined if this is not known. */
  readonly change: string | undefined;
}

export function failureOf(thrown: unknown): Failure {
  const change = takeFacts(thrown)?.change;
  const cause = isConcealed(thrown) ? thrown.cause : thrown;
  return isHTTPError(cause)
    ? { status: cause.status, isCertain: true, change }
    : { status: 500, isCertain: false, change };
}
