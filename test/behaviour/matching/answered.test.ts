import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  App,
  HTTPError,
  VersionNeutral,
  VersioningHeader,
  WithGuards,
  WithVersion,
  type AnsweredMessage,
  type MatchMessage,
  type OnAnswered,
  type RefusedMessage,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";
import { tablesOf } from "../../documentation/markdown";
import { until } from "../../support/wait";

/** The texts in backticks. */
const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

const told: Parameters<OnAnswered>[1][] = [];

function appOf(): App {
  const all = WithVersion("1", "2", "3", "4", "5", "6");
  return new App({
    Logger: recordingLogger(),
    OnAnswered: (_req, answered) => told.push(answered),
    Versioning: {
      Type: VersioningHeader,
      Header: "V",
      Versions: ["1", "2", "3", "4", "5", "6"],
      Lifecycle: {
        "1": { Sunset: "2020-01-01", AfterSunset: "successor", Successor: "5" },
        "2": { Deprecated: "2020-01-01" },
        "3": { Sunset: "2020-01-01", AfterSunset: "gone" },
        "4": { Deprecated: "2999-01-01", Sunset: "2999-02-01" },
        "6": { Preview: true },
      },
    },
  })
    .Get("/cats", () => 1, all)
    .Get("/conflict", () => Promise.reject(new HTTPError(409)), all)
    .Get("/failing", () => Promise.reject(new Error("why")), all)
    .Get(
      "/denied",
      () => 1,
      all,
      WithGuards(() => false),
    )
    .Get("/own", (_req, res) => res.status(404).json({}), all)
    .Get("/neutral", () => 1, WithVersion(VersionNeutral));
}

it.each<[line: string, V: string, Status: number, Code: string | undefined, State: string]>([
  ["GET /cats", "1", 200, undefined, "gone"],
  ["GET /cats", "2", 200, undefined, "deprecated"],
  ["GET /cats", "3", 410, "gone", "gone"],
  ["GET /cats", "4", 200, undefined, "served"],
  ["GET /cats", "5", 200, undefined, "served"],
  ["GET /cats", "6", 200, undefined, "preview"],
  ["GET /neutral", "2", 200, undefined, "served"],
  ["GET /conflict", "2", 409, "conflict", "deprecated"],
  ["GET /failing", "5", 500, "internal_error", "served"],
  ["GET /denied", "5", 403, "forbidden", "served"],
  ["GET /own", "5", 404, undefined, "served"],
])("OnAnswered has the code and the state: %s, version %s", async (line, V, Status, Code, State) => {
  for (const server of [await serve(appOf()), await listen(CreateServer(appOf()))]) {
    told.length = 0;
    await server.ask(line, { V });
    await until(() => told.length > 0);
    expect(told).toEqual([expect.objectContaining({ Status, Code, State })]);
    expect(told[0]?.Milliseconds).toBeGreaterThan(0);
  }
});

it("OnAnswered is called before a listener of `close` that was there first, such as tracing that ends a span", async () => {
  const order: string[] = [];
  const app = new App({
    OnAnswered: () => order.push("OnAnswered"),
    Versioning: { Type: VersioningHeader, Header: "V" },
  }).Get("/cats", () => 1, WithVersion("1"));
  const server = await serve((_req, res, next) => {
    res.on("close", () => order.push("close"));
    next();
  }, app);
  await server.ask("GET /cats", { V: "1" });
  await until(() => order.length === 2);
  expect(order).toEqual(["OnAnswered", "close"]);
});

/** The members of what each channel carries, by the page about observing. */
const documented = tablesOf("docs/guides/running/observability.md")
  .flatMap(({ rows }) => rows.map((cells) => cells.map(codeIn)))
  .filter(([names]) => names?.[1]?.startsWith("versioned-controllers:"))
  .map(([, , members = []]) => members.toSorted());

it("the channels carry the exported messages", async () => {
  const messages: unknown[] = [];
  const names = ["match", "answered", "refused"].map((name) => `versioned-controllers:${name}`);
  const listener = (message: unknown): void => {
    messages.push(message);
  };
  for (const name of names) subscribe(name, listener);
  try {
    const { ask } = await serve(appOf());
    await ask("GET /cats", { V: "2" });
    await ask("GET /nowhere", { V: "2" });
    await until(() => messages.length === 3);
  } finally {
    for (const name of names) unsubscribe(name, listener);
  }
  // The order of the last two is not certain.
  const match = messages[0] as MatchMessage;
  const answered = messages.find((message) => "Status" in (message as object)) as AnsweredMessage;
  const refused = messages.find((message) => "Reason" in (message as object)) as RefusedMessage;
  expect([match.Request.url, match.Version]).toEqual(["/cats", "2"]);
  expect([answered.Request, answered.Status, answered.State]).toEqual([match.Request, 200, "deprecated"]);
  expect([refused.Request.url, refused.Requested, refused.Reason]).toEqual(["/nowhere", ["2"], "unmatched"]);
  expect(documented).toEqual(
    [match, answered, refused].map((message) =>
      Object.keys(message)
        .filter((name) => name !== "Request")
        .toSorted(),
    ),
  );
});
