import type { RecordedLine } from "../../records/recorded-line";
import { parts } from "../../schema/interface/schema";
import { isRecord, isText } from "../../core/model/value";

type Unchecked<Of> = { readonly [Name in keyof Of]?: unknown };

/**
 * Reads a line of a recording, or a parsed record. Undefined for an empty line.
 *
 * @throws TypeError, with the line's number, for any other value.
 */
export function recordIn(line: unknown, number: number): RecordedLine | undefined {
  if (isText(line) && line.trim() === "") return undefined;
  const record = isText(line) ? parsed(line) : line;
  if (isRecordedLine(record)) return record;
  throw new TypeError(
    `line ${number} must be a record of a Recorder, such as {"at":"...","route":"GET /cats","version":"1",...}`,
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function isRecordedLine(value: unknown): value is RecordedLine {
  if (!isRecord(value)) return false;
  const { at, route, version, newest, changes, request, response, contexts }: Unchecked<RecordedLine> = value;
  return (
    [at, route, version, newest].every(isText) &&
    Array.isArray(changes) &&
    changes.every(isText) &&
    (request === undefined || isRequest(request)) &&
    (response === undefined || isResponse(response)) &&
    (contexts === undefined || isRecord(contexts))
  );
}

function isRequest(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const known: ReadonlySet<string> = new Set(parts);
  return Object.entries(value).every(([part, one]) => known.has(part) && isRecord(one));
}

function isResponse(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { status, body }: Unchecked<NonNullable<RecordedLine["response"]>> = value;
  if (!isRecord(status) || (body !== undefined && !isRecord(body))) return false;
  const { meant, sent } = status as { readonly meant?: unknown; readonly sent?: unknown };
  return Number.isInteger(meant) && Number.isInteger(sent);
}
