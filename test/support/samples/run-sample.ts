import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { withParts, type AnswerPart, type ExpectedRequest } from "./requests-file";
import { ROOT } from "./sample";

const URL_PRINTED = /^http:\/\/localhost:\d+/m;
// The bookshop starts a database within its process: on a busy machine that takes a minute.
const PATIENCE = 100_000;

/** A sample's answers and output, and how it ended. */
export interface SampleRun {
  /** By the name of the request. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** How a server is started: it listens at `PORT`, prints its URL, and ends by SIGTERM. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** Boots a sample on a free port, sends it requests one after the other, and ends it by SIGTERM. */
export function runSample(
  sample: string,
  requests: readonly ExpectedRequest[],
  environment: Readonly<Record<string, string>> = {},
): Promise<SampleRun> {
  return runProgram(programOf(sample), requests, environment);
}

/** The same with a sample's requests for another program, or another runtime. */
export async function runProgram(
  program: Program,
  requests: readonly ExpectedRequest[],
  environment: Readonly<Record<string, string>> = {},
): Promise<SampleRun> {
  const answers = new Map<string, Answer>();
  const ended = await whileProgramRuns(
    program,
    async (url) => {
      const byAlias = new Map<string | undefined, Answer>();
      for (const request of requests) {
        const headers = request.headers.map(([name, value]): [string, string] => [
          name,
          withParts(value, (part) => partOf(byAlias.get(part.alias), part)),
        ]);
        const answer = await send(url, { ...request, headers });
        answers.set(request.name, answer);
        byAlias.set(request.alias, answer);
      }
    },
    environment,
  );
  return { answers, ...ended };
}

/** Empty where the answer has no such part. */
function partOf(answer: Answer | undefined, { of, name }: AnswerPart): string {
  if (!answer) return "";
  if (of === "headers") return answer.headers.get(name) ?? "";
  const value = name.split(".").reduce(memberOf, JSON.parse(answer.text));
  return typeof value === "string" ? value : "";
}

function memberOf(value: unknown, name: string): unknown {
  return value instanceof Object ? Reflect.get(value, name) : undefined;
}

/** Boots a sample on a free port, does something with it at its URL, and ends it by SIGTERM. */
export function whileRunning(
  sample: string,
  action: (url: string) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Omit<SampleRun, "answers">> {
  return whileProgramRuns(programOf(sample), action, environment);
}

function programOf(sample: string): Program {
  return { command: process.execPath, args: ["--import", "tsx", `samples/${sample}/main.ts`] };
}

export async function whileProgramRuns(
  { command, args }: Program,
  action: (url: string) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Omit<SampleRun, "answers">> {
  const child = spawn(command, args, {
    cwd: ROOT,
    // Whoever has a database of that name does not want it to be tested with.
    env: { ...process.env, DATABASE_URL: undefined, NODE_ENV: "development", PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const printed = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.errors += text));
  const deadline = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  try {
    await action(await printedURL(child, printed));
    child.kill("SIGTERM");
    await ended;
    return { ...printed, exitCode: child.exitCode };
  } finally {
    clearTimeout(deadline);
    child.kill("SIGKILL");
  }
}

/** Starts the tasks in order, at most `limit` at a time; each has its own promise. */
export function startInLanes<Result>(
  limit: number,
  tasks: readonly (() => Promise<Result>)[],
): readonly Promise<Result>[] {
  const lanes = new Map<number, Promise<unknown>>();
  return tasks.map((task, index) => {
    const lane = index % limit;
    const result = (lanes.get(lane) ?? Promise.resolve()).then(task);
    // A failure is its own task's: the next one starts all the same.
    lanes.set(
      lane,
      result.catch(() => undefined),
    );
    return result;
  });
}

async function printedURL(
  child: ChildProcess,
  printed: { readonly output: string; readonly errors: string },
): Promise<string> {
  for (;;) {
    const [url] = URL_PRINTED.exec(printed.output) ?? [];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`it ended before it printed its URL:\n${printed.output}${printed.errors}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function send(url: string, request: ExpectedRequest): Promise<Answer> {
  const { method, path, headers, answer } = request;
  const response = await fetch(url + path, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: bodyOf(request) ?? null,
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE),
  });
  const isEndless = response.headers.get("Content-Type")?.startsWith("text/event-stream");
  const text = isEndless ? await readUntil(response, answer.fragment ?? "") : await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** REST clients send the lines of a multipart body as RFC 2046 (4.1.1) has them end. */
function bodyOf({ headers, body }: ExpectedRequest): string | undefined {
  const isMultipart = headers.some(
    ([name, value]) => /^content-type$/i.test(name) && /^multipart\//i.test(value),
  );
  return isMultipart ? body?.replaceAll("\n", "\r\n") : body;
}

/** A stream of events has no end: what is expected of it is. */
async function readUntil({ body }: Response, fragment: string): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.includes(fragment)) break;
  }
  return text;
}
