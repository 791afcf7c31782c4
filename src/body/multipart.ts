import { refusal } from "../model/refusals";
import { longestHead, mostParts } from "./limits";

/**
 * The fields and files (web `File`s) of a multipart/form-data body (RFC 7578) by name, without a prototype; a repeated
 * name has a list.
 *
 * Node's own parser reads the body. The parts are checked first, so that no objects are created for a rejected body.
 *
 * @throws HTTPError 413 `payload_too_large` for more than 1,000 parts, TypeError for a malformed body.
 */
export async function parseMultipart(bytes: Buffer, contentType: string): Promise<object> {
  const boundary = boundaryIn(contentType);
  assertBounded(bytes, `--${boundary}`);
  // The parser gets the boundary that was checked, whatever else the client's header has.
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

/** Reads each delimiter once: counts the parts, and measures the head of each. */
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
 * The boundary in a Content-Type (RFC 2046, 5.1.1).
 *
 * @throws TypeError if it is missing or malformed.
 */
function boundaryIn(contentType: string): string {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token ?? "";
  if (!/^[\w'()+,\-./:=? ]{1,70}$/.test(boundary)) throw new TypeError("multipart without a boundary");
  return boundary;
}
