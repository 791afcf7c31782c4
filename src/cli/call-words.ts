/** The clients that a line names, before it says how many more there are. */
const mostNamed = 5;

/** `1 call`, `12 calls`. */
export function callsInWords(calls: number): string {
  return calls === 1 ? "1 call" : `${String(calls)} calls`;
}

/** `acme (1140), old-app (30) and 3 more`; the names are clients' own texts. */
export function clientsInWords(clients: ReadonlyMap<string, number>): string {
  const named = [...clients]
    .slice(0, mostNamed)
    .map(([name, calls]) => `${printable(name)} (${String(calls)})`);
  const more = clients.size - named.length;
  return `${named.join(", ")}${more === 0 ? "" : ` and ${String(more)} more`}`;
}

/** The day of a date or moment of ISO 8601. */
export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

/** What a terminal would take for a command of its own is written as JSON escapes it. */
function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
