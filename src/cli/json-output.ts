import type { Difference } from "../compare/difference";

/** A difference as scripts get it: `{ breaking: true, where: "GET /cats", what: "is no longer served" }`. */
export interface DifferenceRecord {
  readonly breaking: boolean;
  /** Of what breaks code that was generated, and no request. */
  readonly breaks?: "code";
  /** `GET /cats`. */
  readonly where: string;
  /** `response 200: property "name" was removed`. */
  readonly what: string;
  /** The words of the changes behind it. */
  readonly description?: string;
  /** Why no client meets it: `no call for 120 days`. */
  readonly unmet?: string;
  /** The last call of what was removed, and who calls, where that was counted. */
  readonly lastCall?: string;
  readonly clients?: Readonly<Record<string, number>>;
}

/** A difference of documents as scripts get it. */
export function differenceRecord({ operation, part, text, isBreaking }: Difference): DifferenceRecord {
  return { breaking: isBreaking, where: operation, what: part === "" ? text : `${part}: ${text}` };
}

/** A value as the output of `--json`. */
export function asJSON(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
