import { createServer, request, type Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { BuildError, VersionNeutral, WithVersion, type App } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";
import { recordUncaught } from "../../support/uncaught";
import { hooksOfMakers } from "./hook-names";
import { misbehaviours, type Misbehaviour } from "./misbehaviours";
import { table, type Hook, type Outcome } from "./table";

const uncaught = recordUncaught();
const onConsole = jest.fn();

beforeEach(() => {
  onConsole.mockClear();
  jest.spyOn(console, "error").mockImplementation(onConsole);
  jest.spyOn(console, "warn").mockImplementation(onConsole);
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** An App with what stands around it. */
interface Served {
  readonly app: App;
  readonly hook: Hook;
  readonly misbehave: () => unknown;
}

const kinds: Readonly<Record<string, (served: Served) => Server>> = {
  "mounted in Express": ({ app, hook, misbehave }) => {
    const host = express().use(app.Build());
    for (const [name, value] of Object.entries(hook.settings?.(misbehave) ?? {})) host.set(name, value);
    if (hook.host) host.use("/docs", hook.host(app, misbehave));
    return createServer(host);
  },
  "CreateServer(App)": ({ app, hook, misbehave }) =>
    CreateServer(app, {
      ...(hook.settings ? { Settings: hook.settings(misbehave) } : {}),
      ...(hook.host ? { Host: express().use("/docs", hook.host(app, misbehave)) } : {}),
    }),
};

const cases = Object.entries(table).flatMap(([name, hook]) =>
  Object.entries(hook.outcomes).map(
    ([misbehaviour, outcome]) => [name, misbehaviour as Misbehaviour, outcome, hook] as const,
  ),
);

describe.each(Object.entries(kinds))("%s", (_kind, serverOf) => {
  it.each(cases)("%s %s: %s", async (_name, misbehaviour, outcome, hook) => {
    expect(await outcomeOf(hook, misbehaviours[misbehaviour], serverOf, outcome)).toBe(outcome);
  });
});

it("every hook that a function of the package takes has its row", () => {
  const hooks = Object.values(hooksOfMakers).flat();
  expect(hooks.filter((hook) => !Object.hasOwn(table, hook))).toEqual([]);
});

async function outcomeOf(
  hook: Hook,
  misbehave: () => unknown,
  serverOf: (served: Served) => Server,
  expected: Outcome,
): Promise<string> {
  const logger = recordingLogger();
  let app: App;
  try {
    app = hook.app(misbehave, { Logger: logger });
  } catch {
    return "not declared";
  }
  app.Get("/other", () => "Tom", ...(hook.isVersioned ? [WithVersion(VersionNeutral)] : []));
  let server: Server;
  try {
    server = serverOf({ app, hook, misbehave });
  } catch (error) {
    await turns();
    expect(uncaught.errors).toEqual([]);
    if (error instanceof BuildError) return "not built";
    throw error;
  }
  const { port } = await listen(server);
  logger.error.mockClear();
  const { answered, leave } = ask(port, hook);
  if (expected !== "waits") await within(30_000, answered);
  // What waits has the time of a whole other request, and some more, to answer.
  expect(await within(30_000, ask(port, { line: "GET /other" }).answered)).toBe("200");
  const answer = await within(5, answered);
  leave();
  await turns();
  const told = uncaught.errors.length > 0 ? ", left to the process" : "";
  // What stands behind the App is the host's to log.
  const lines = hook.host ? 0 : logger.error.mock.calls.length;
  const logged = ["", " logged"][lines] ?? ` logged ${lines} times`;
  return `${answer}${logged}${onConsole.mock.calls.length > 0 ? " on the console" : ""}${told}`;
}

/** The answer, or that it waits for so many milliseconds. */
async function within(patience: number, answered: Promise<string>): Promise<string> {
  return Promise.race([answered, sleep(patience, "waits", { ref: false })]);
}

/** Turns of the event loop for what a hook's promise says, and for what comes of a client that has gone. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

/** Sends a request: the status of its answer, and how its client goes away. */
function ask(
  port: number,
  { line = "GET /hooked", headers = {}, body }: Pick<Hook, "line" | "headers" | "body">,
): { readonly answered: Promise<string>; readonly leave: () => void } {
  const [method, path] = line.split(" ");
  const outgoing = request({ host: "127.0.0.1", port, path, method, headers, agent: false });
  const leave = (): void => void outgoing.destroy();
  const answered = new Promise<string>((resolve) => {
    outgoing.on("error", (error) => {
      resolve(error.message);
    });
    outgoing.once("response", (incoming) => {
      incoming.resume().once("close", () => {
        resolve(`${incoming.statusCode ?? 0}${incoming.complete ? "" : " cut off"}`);
      });
    });
  });
  outgoing.end(body);
  return { answered, leave };
}
