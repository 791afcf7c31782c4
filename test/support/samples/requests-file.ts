/** A field of a message's head: its name and its value. */
type Field = readonly [name: string, value: string];

/** One request of a requests.http, and what it is to be answered with. */
export interface ExpectedRequest {
  readonly name: string;
  /** The name that later requests call its answer by: `# @name ann`. */
  readonly alias: string | undefined;
  readonly method: string;
  /** Of the sample's own server: `{{host}}` stands before it. */
  readonly path: string;
  /** A value may take a part of an earlier answer: {@link partsOf}. */
  readonly headers: readonly Field[];
  readonly body: string | undefined;
  readonly answer: ExpectedAnswer;
}

export interface ExpectedAnswer {
  readonly status: number;
  /** Undefined where any body will do. */
  readonly fragment: string | undefined;
  /** `*` stands for any value. */
  readonly headers: readonly Field[];
}

/**
 * Reads a requests.http, as REST clients do, with what is to be answered below each request:
 *
 * ```
 * ### a new cat
 * POST {{host}}/cats
 * Content-Type: application/json
 *
 * { "name": "Felix" }
 *
 * # -> 201 {"name":"Felix"}
 * # -> Location: /cats/3
 * ```
 *
 * @throws Error that names the file and the line which it cannot read: nothing is skipped.
 */
export function readRequestsFile(text: string, file: string): readonly ExpectedRequest[] {
  const lines = new Lines(text, file);
  lines.take(/^@host = http:\/\/localhost:3000$/, "@host = http://localhost:3000");
  lines.skipBlank();
  const requests: ExpectedRequest[] = [];
  while (!lines.atEnd) requests.push(readRequest(lines, requests));
  return requests;
}

function readRequest(lines: Lines, before: readonly ExpectedRequest[]): ExpectedRequest {
  const [name] = lines.take(/^### (\S.*)$/, "### and a name");
  if (before.some((request) => request.name === name)) throw lines.error(`a second "${name}"`);
  const alias = lines.isAt(/^# @name /) ? lines.take(/^# @name (\w+)$/, "# @name and a name")[0] : undefined;
  const [method, path] = lines.take(/^([A-Z]+) \{\{host\}\}(\/\S*)$/, "a method, {{host}} and a path");
  const headers = readFields(lines, /^([\w-]+): (\S.*)$/);
  const aliases = new Set(before.map((request) => request.alias));
  for (const [, value] of headers) {
    if (value.replaceAll(part, "").includes("{{")) throw lines.error(`a part of no answer: ${value}`);
    const unknown = partsOf(value).find((one) => !aliases.has(one.alias));
    if (unknown) throw lines.error(`no request before is called ${unknown.alias}`);
  }
  const body = readBody(lines);
  const [status, fragment] = lines.take(/^# -> (\d{3})(?: (\S.*))?$/, "# -> and a status");
  const expectedHeaders = readFields(lines, /^# -> ([\w-]+): (\S.*)$/);
  lines.skipBlank();
  const answer = { status: Number(status), fragment: fragment || undefined, headers: expectedHeaders };
  return { name, alias, method, path, headers, body, answer };
}

/** A part of an earlier answer, within a header's value. */
export interface AnswerPart {
  readonly alias: string;
  readonly of: "body" | "headers";
  /** The member of a JSON object, `user.token` of an object in it, or the header. */
  readonly name: string;
}

const part = /\{\{(\w+)\.response\.(?:(body)\.\$|(headers))\.([\w.-]+)\}\}/g;

/** The parts that a header's value takes, as VS Code's REST client writes them: `{{ann.response.body.$.token}}`. */
export function partsOf(value: string): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  withParts(value, (one) => {
    parts.push(one);
    return "";
  });
  return parts;
}

/** A header's value with the parts that it takes. */
export function withParts(value: string, textOf: (part: AnswerPart) => string): string {
  return value.replaceAll(part, (_whole, alias: string, body: string | undefined, _headers, name: string) =>
    textOf({ alias, of: body === undefined ? "headers" : "body", name }),
  );
}

function readFields(lines: Lines, pattern: RegExp): readonly Field[] {
  const fields: Field[] = [];
  while (lines.isAt(pattern)) {
    const [name, value] = lines.take(pattern, "a header");
    fields.push([name, value]);
  }
  return fields;
}

/** The text between the blank line that ends the head and the expectation. */
function readBody(lines: Lines): string | undefined {
  lines.take(/^$/, "a blank line");
  const body: string[] = [];
  while (!lines.atEnd && !lines.isAt(/^#/)) body.push(lines.take(/^.*$/, "anything")[0]);
  return body.length === 0 ? undefined : body.join("\n").trimEnd();
}

/** The lines of a file, read one after the other. */
class Lines {
  readonly #lines: readonly string[];
  readonly #file: string;
  #at = 0;

  constructor(text: string, file: string) {
    this.#file = file;
    this.#lines = text.split(/\r?\n/);
  }

  get atEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  isAt(pattern: RegExp): boolean {
    const line = this.#lines[this.#at];
    return line !== undefined && pattern.test(line);
  }

  /** The pattern's groups in the next line. */
  take(pattern: RegExp, expected: string): [first: string, second: string] {
    const line = this.#lines[this.#at];
    const match = line === undefined ? undefined : pattern.exec(line);
    if (!match) throw this.error(`${expected}, not ${line === undefined ? "the end" : JSON.stringify(line)}`);
    this.#at += 1;
    const [whole, first = whole, second = ""] = match;
    return [first, second];
  }

  skipBlank(): void {
    while (this.isAt(/^$/)) this.#at += 1;
  }

  error(message: string): Error {
    return new Error(`${this.#file}:${this.#at + 1}: ${message}`);
  }
}
