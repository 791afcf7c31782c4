import type { Difference } from "../compare/difference";

/** A difference in the output of `--json`: `{ breaking: true, where: "GET /cats", what: "is no longer served" }`. */
export interface DifferenceRecord {
  readonly breaking: boolean;
  /** Set for a difference that breaks generated code, but no request. */
  readonly breaks?: "code";
  /** `GET /cats`. */
  readonly where: string;
  /** `response 200: property "name" was removed`. */
  readonly what: string;
  /** The descriptions of the changes that explain it. */
  readonly description?: string;
  /** Why no client is affected: `no call for 120 days`. */
  readonly unmet?: string;
  /** The date of the last call of a removed operation, and its callers, if they were counted. */
  readonly lastCall?: string;
  readonly clients?: Readonly<Record<string, number>>;
}

/** A difference of documents as a record of `--json`. */
export function differenceRecord({ operation, part, text, isBreaking }: Difference): DifferenceRecord {
  return { breaking: isBreaking, where: operation, what: part === "" ? text : `${part}: ${text}` };
}

/** A value as the output of `--json`. */
export function asJSON(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
