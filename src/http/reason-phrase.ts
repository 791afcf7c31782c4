import { errorPhrase } from "./status";

/** The phrases of the other registered statuses. They are not beside those of errors, which front ends load. */
const phrases: ReadonlyMap<number, string> = new Map([
  [100, "Continue"],
  [101, "Switching Protocols"],
  [102, "Processing"],
  [103, "Early Hints"],
  [200, "OK"],
  [201, "Created"],
  [202, "Accepted"],
  [203, "Non-Authoritative Information"],
  [204, "No Content"],
  [205, "Reset Content"],
  [206, "Partial Content"],
  [207, "Multi-Status"],
  [208, "Already Reported"],
  [226, "IM Used"],
  [300, "Multiple Choices"],
  [301, "Moved Permanently"],
  [302, "Found"],
  [303, "See Other"],
  [304, "Not Modified"],
  [305, "Use Proxy"],
  [307, "Temporary Redirect"],
  [308, "Permanent Redirect"],
]);

/** Returns the reason phrase of a status (RFC 9110, 15): `Created` for 201, and `HTTP 599` if there is no phrase. */
export function reasonPhrase(status: number): string {
  return phrases.get(status) ?? errorPhrase(status);
}
