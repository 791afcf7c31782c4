import type { Part } from "../schema/interface/schema";
import type { Version } from "../core/model/version";

/** One exchange of a recording, which is one line of JSON. */
export interface RecordedLine {
  readonly at: string;
  readonly route: string;
  readonly version: Version;
  /** The newest version at the time. */
  readonly newest: Version;
  /** The descriptions of the changes whose links ran, in the order of their first run. */
  readonly changes: readonly string[];
  readonly request?: Readonly<Partial<Record<Part, RecordedPart>>>;
  readonly response?: RecordedResponse;
  /** The values of contexts, by their names. */
  readonly contexts?: Readonly<Record<string, unknown>>;
  /** The data of `Carry`, as `carriedJSON` writes it. */
  readonly carried?: unknown;
}

/** A part as the client sent it, and as the handler read it. `read` is missing if an `Up` refused the request. */
export interface RecordedPart {
  readonly sent?: unknown;
  readonly read?: unknown;
}

export interface RecordedResponse {
  readonly status: { readonly meant: number; readonly sent: number };
  /** The body as the handler gave it, and as the client got it. `shown` is missing if a `Down` failed. */
  readonly body?: { readonly given?: unknown; readonly shown?: unknown };
}
