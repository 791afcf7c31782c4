import { refusal } from "../model/refusals";

/** The most parts of one body: each costs far more than its bytes. */
const mostParts = 1000;

/** The most bytes of one part's header fields, as Node has it for a message's. */
const longestHead = 16 * 1024;

/**
 * The fields and files (web `File`s) of a multipart/form-data body (RFC 7578) by name, without a prototype; a name that
 * stands more than once has a list.
 *
 * Node's own parser reads it. The parts are looked at before, so that it makes no objects for a body that is refused.
 *
 * @throws HTTPError 413 `payload_too_large` for more than 1,000 parts, TypeError for a malformed body.
 */
export async function parseMultipart(bytes: Buffer, contentType: string): Promise<object> {
  const boundary = boundaryIn(contentType);
  assertBounded(bytes, `--${boundary}`);
  // The parser is given the boundary that was looked for, whatever else the client's field holds.
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for unbounded bodies; this one is bounded, and read
  const form = await new Response(bytes, { headers }).formData();
  const values = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(form.keys())) {
    const [value, ...more] = form.getAll(name);
    values[name] = more.length === 0 ? value : [value, ...more];
  }
  return values;
}

/** Looks at each delimiter once: how many there are, and how long the head behind each is. */
function assertBounded(bytes: Buffer, delimiter: string): void {
  let delimiters = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    // The last delimiter begins no part.
    if (++delimiters > mostParts + 1) throw refusal("tooManyParts", [String(mostParts)]);
    const head = bytes.subarray(at, at + delimiter.length + longestHead);
    if (head.length > longestHead && !head.includes("\r\n\r\n")) {
      throw new TypeError("a part's header fields are too long");
    }
  }
}

/**
 * The boundary that a Content-Type names (RFC 2046, 5.1.1).
 *
 * @throws TypeError where there is none, or a malformed one.
 */
function boundaryIn(contentType: string): string {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token ?? "";
  if (!/^[\w'()+,\-./:=? ]{1,70}$/.test(boundary)) throw new TypeError("multipart without a boundary");
  return boundary;
}
