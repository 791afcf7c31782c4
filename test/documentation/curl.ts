import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { root } from "./markdown";

/** One curl line of a page, and what the page shows of its output. */
export interface Call {
  readonly line: string;
  readonly method: string;
  readonly url: URL;
  /** Name, value, name, value, ...: a header may be written twice. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** Whether `-i` asks for the head too. */
  readonly withHead: boolean;
  /** Whether the answer may have no end (`-N`): it is read until it is as shown. */
  readonly isEndless: boolean;
  /** The lines of comment below it. */
  readonly expected: readonly string[];
}

/**
 * The calls of an `sh` block: `curl` lines, each with its output below it as lines of comment.
 *
 * Only the flags -i, -N, -X, -H, -d and -F are known, so that a machine without curl can send them too.
 */
export function callsOf(block: string): readonly Call[] {
  const calls: { line: string; expected: string[] }[] = [];
  for (const line of block.replaceAll("\\\n", " ").split("\n")) {
    if (line.startsWith("curl ")) calls.push({ line, expected: [] });
    else if (/^#(?: |$)/.test(line)) calls.at(-1)?.expected.push(line.slice(2));
  }
  return calls.map(({ line, expected }) => ({ line, expected, ...parse(line) }));
}

/** Sends a call to the port that stands in for the one written; gives what curl would print. */
export function send(call: Call, port: number): Promise<string> {
  const { method, url, headers, body, withHead } = call;
  return new Promise((resolve, reject) => {
    const sent = request({ port, method, path: call.url.pathname + url.search, headers: [...headers] });
    sent.on("error", reject).on("response", (response) => {
      const head = [`HTTP/1.1 ${response.statusCode ?? 0} ${response.statusMessage ?? ""}`];
      for (let i = 0; i < response.rawHeaders.length; i += 2) {
        head.push(`${response.rawHeaders[i] ?? ""}: ${response.rawHeaders[i + 1] ?? ""}`);
      }
      let text = "";
      const output = (): string => (withHead ? [...head, "", text].join("\n") : text);
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (!call.isEndless || difference(call, output()) !== undefined) return;
        resolve(output());
        response.destroy();
      });
      response.on("error", reject).on("end", () => {
        resolve(output());
      });
    });
    sent.end(body);
  });
}

/** Where the shown output and the real one part; undefined where they agree. `...` stands for any text. */
export function difference({ expected, withHead }: Call, output: string): string | undefined {
  if (expected.length === 0) return "no output is shown";
  const lines = output.replace(/\n+$/, "").split("\n");
  // Of a head, a page shows the lines that it is about.
  let at = 0;
  for (const line of expected) {
    const found = lines.findIndex((real, i) => i >= at && patternOf(line).test(real));
    if (found === -1) return `no line is like: ${line}`;
    at = found + 1;
  }
  return withHead || lines.length === expected.length ? undefined : "there are more lines";
}

/** The text as a pattern in which `...` stands for any text. */
export function patternOf(text: string): RegExp {
  const literals = text.split("...").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${literals.join("[^]*")}$`);
}

function parse(line: string): Omit<Call, "line" | "expected"> {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );
  const call = {
    method: "GET",
    url: "",
    headers: ["Accept", "*/*"],
    body: "",
    withHead: false,
    isEndless: false,
  };
  const own: string[] = [];
  const parts: string[] = [];
  const next = () => words.shift() ?? "";
  for (let word = (next(), next()); word !== ""; word = next()) {
    if (word === "-i") call.withHead = true;
    else if (word === "-N") call.isEndless = true;
    else if (word === "-X") call.method = next();
    else if (word === "-H") own.push(...headerOf(next()));
    else if (word === "-d") call.body = next();
    else if (word === "--json") {
      own.push("Content-Type", "application/json", "Accept", "application/json");
      call.body = next();
    } else if (word === "-F") parts.push(partOf(next()));
    else if (!word.startsWith("-")) call.url = word;
    else throw new Error(`${line}: the flag ${word} is not known to test/documentation/curl.ts`);
  }
  if (parts.length > 0) {
    own.push("Content-Type", `multipart/form-data; boundary=${boundary}`);
    call.body = [...parts, `--${boundary}--\r\n`].join("");
  }
  const url = new URL(call.url.includes("://") ? call.url : `http://${call.url}`);
  const headers = own.some((name, i) => i % 2 === 0 && /^accept$/i.test(name))
    ? own
    : [...call.headers, ...own];
  const body = call.body === "" ? undefined : call.body;
  return {
    ...call,
    body,
    method: body && call.method === "GET" ? "POST" : call.method,
    url,
    headers: [...headers, "Host", url.host],
  };
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(":");
  return [text.slice(0, colon), text.slice(colon + 1).trim()];
}

const boundary = "------------------------curl";

/** One part of a multipart body: `title=Tom`, `photo=@tom.png;type=image/png`, `photo=x;filename=tom.png;type=image/png`. */
function partOf(text: string): string {
  const [, name = "", at, value = "", more = ""] = /^([^=]+)=(@?)([^;]*)(.*)$/.exec(text) ?? [];
  const { filename = at === "@" ? value : undefined, type } = Object.fromEntries(
    [...more.matchAll(/;(\w+)=([^;]*)/g)].map(([, key = "", said = ""]) => [key, said]),
  ) as { readonly filename?: string; readonly type?: string };
  return [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    "",
    at === "@" ? readFileSync(join(root, value), "utf8") : value,
    "",
  ].join("\r\n");
}
