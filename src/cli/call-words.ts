/** How many clients a line names before it counts the others. */
const mostNamed = 5;

/** `1 call`, `12 calls`. */
export function callsInWords(calls: number): string {
  return calls === 1 ? "1 call" : `${String(calls)} calls`;
}

/** `acme (1140), old-app (30) and 3 more`; the names come from clients. */
export function clientsInWords(clients: ReadonlyMap<string, number>): string {
  const named = [...clients]
    .slice(0, mostNamed)
    .map(([name, calls]) => `${printable(name)} (${String(calls)})`);
  const more = clients.size - named.length;
  return `${named.join(", ")}${more === 0 ? "" : ` and ${String(more)} more`}`;
}

/** The day of an ISO 8601 date or time. */
export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

/** Control characters, which a terminal could execute, are escaped as in JSON. */
function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
