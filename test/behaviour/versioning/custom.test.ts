import { setTimeout as sleep } from "node:timers/promises";
import {
  App,
  HTTPError,
  VersioningCustom,
  VersionNeutral,
  VersionOf,
  WithVersion,
  type VersionExtractor,
} from "versioned-controllers";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { gate, until } from "../../support/wait";

function appWith(Extractor: VersionExtractor, logger = recordingLogger()): App {
  return new App({ Versioning: { Type: VersioningCustom, Extractor }, Logger: logger })
    .Get("/", (req) => VersionOf(req), WithVersion("1", "2", "3", "__proto__", "constructor", " "))
    .Get("/", () => "neutral", WithVersion(VersionNeutral));
}

const rows: readonly (readonly [string, unknown, string])[] = [
  ["a list of one", ["1"], "1"],
  ["the most preferred first", ["2", "1"], "2"],
  ["an unserved version is passed over", ["9", "8", "3"], "3"],
  ["none of them served", ["9", "8"], "neutral"],
  ["a version named again", ["9", "9", "1", "2"], "1"],
  ["a frozen list", Object.freeze(["2"]), "2"],
  ["a bare string counts as a list of one", "2", "2"],
  ["a bare string is no list", "1,2", "neutral"],
  ["null names none", null, "neutral"],
  ["undefined names none", undefined, "neutral"],
  ["[] names none", [], "neutral"],
  ["an empty string is dropped", ["", "1"], "1"],
  ["a bare empty string is dropped", "", "neutral"],
  ["blanks are no empty string", " ", " "],
  ["VersionNeutral names no version", VersionNeutral, "neutral"],
  ["VersionNeutral in a list names no version", [VersionNeutral, "1"], "1"],
  ["what is no string is dropped", [1, null, undefined, {}, ["1"], () => "1", "2"], "2"],
  ["a String object is dropped", [Object("1"), "2"], "2"],
  ["a hole is dropped", Object.assign(new Array<string>(2), { 1: "2" }), "2"],
  ["a bare number is dropped", 1, "neutral"],
  ["true is dropped", true, "neutral"],
  ["an object is dropped", { 0: "1", length: 1 }, "neutral"],
  ["a Set is dropped", new Set(["1"]), "neutral"],
  ["a function is dropped", () => "1", "neutral"],
  ["__proto__ is a version like any other", ["__proto__"], "__proto__"],
  ["constructor is one too", "constructor", "constructor"],
  ["toString is unserved", "toString", "neutral"],
];

it.each([
  ["v1.cats.example", "1"],
  ["V2.CATS.EXAMPLE:8080", "2"],
  ["cats.example", "neutral"],
])("an extractor may read the host that is asked: %s", async (Host, expected) => {
  const server = await serve(appWith((req) => /^v(\d+)[.]/i.exec(req.hostname)?.[1]));
  expect((await server.ask("GET /", { Host })).text).toBe(expected);
});

describe("what an extractor gives", () => {
  it.each(rows)("%s", async (_what, extracted, expected) => {
    const server = await serve(appWith(() => extracted as string));
    expect((await server.ask("GET /")).text).toBe(expected);
  });

  it.each(rows)("a promise of it is awaited: %s", async (_what, extracted, expected) => {
    const server = await serve(appWith(async () => sleep(1, extracted as string)));
    expect((await server.ask("GET /")).text).toBe(expected);
  });

  it("a thenable of it is awaited", async () => {
    const thenable = {
      then: (resolve: (value: string) => void) => {
        resolve("2");
      },
    };
    const server = await serve(appWith((() => thenable) as never));
    expect((await server.ask("GET /")).text).toBe("2");
  });

  it("a long list", async () => {
    const list = [...Array.from({ length: 100_000 }, (_, i) => `x${i}`), "3"];
    expect((await (await serve(appWith(() => list))).ask("GET /")).text).toBe("3");
  });

  it("is read from the request, once for each, after App.Use", async () => {
    const extractor = jest.fn<string, Parameters<VersionExtractor>>((req) => req.query.v as string);
    const app = appWith(extractor).Use((req, _res, next) => {
      expect(extractor).not.toHaveBeenCalled();
      expect(req.params).toEqual({});
      next();
    });
    const server = await serve(app);
    expect((await server.ask("GET /?v=2")).text).toBe("2");
    expect(extractor).toHaveBeenCalledTimes(1);
  });
});

describe("an extractor that fails is a 500, never the neutral route", () => {
  const failures: readonly (readonly [string, VersionExtractor])[] = [
    [
      "throws",
      () => {
        throw new Error("secret");
      },
    ],
    ["rejects", () => Promise.reject(new Error("secret"))],
    [
      "throws a falsy value",
      () => {
        throw undefined as unknown;
      },
    ],
    [
      "rejects with a falsy value",
      async () => {
        throw null as unknown;
      },
    ],
    [
      "gives a list that throws",
      () =>
        new Proxy(["1"], {
          get: () => {
            throw new Error("secret");
          },
        }),
    ],
    [
      "gives a promise of a list that throws",
      async () =>
        Object.defineProperty(["1"], 0, {
          get: () => {
            throw new Error("secret");
          },
        }),
    ],
  ];

  it.each(failures)("%s", async (_what, extractor) => {
    const logger = recordingLogger();
    const answer = await (await serve(appWith(extractor, logger))).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("unless it throws an HTTPError", async () => {
    const server = await serve(
      appWith(() => {
        throw new HTTPError(400, "no such date");
      }),
    );
    expect((await server.ask("GET /")).json).toEqual(errorBody(400, "bad_request", "no such date"));
  });
});

it.each<readonly [string, VersionExtractor]>([
  ["at once", () => "1"],
  ["later", async () => Promise.resolve("1")],
])("once it has answered by itself, no handler starts: naming a version %s", async (_when, name) => {
  const handler = jest.fn();
  const Extractor: VersionExtractor = (req) => {
    req.res?.status(401).send("who is it?");
    return name(req);
  };
  const app = new App({ Versioning: { Type: VersioningCustom, Extractor } }).Get(
    "/",
    handler,
    WithVersion("1"),
  );
  expect(await (await serve(app)).ask("GET /")).toMatchObject({ status: 401, text: "who is it?" });
  expect(handler).not.toHaveBeenCalled();
});

it("once the client has gone while it waits, no middleware, guard or handler starts", async () => {
  const handler = jest.fn();
  const reached = gate();
  let settled = false;
  const Extractor: VersionExtractor = async (req) => {
    reached.open();
    await new Promise((resolve) => req.res?.once("close", resolve));
    settled = true;
    return "1";
  };
  const app = new App({ Versioning: { Type: VersioningCustom, Extractor } }).Get(
    "/",
    handler,
    WithVersion("1"),
  );
  const socket = (await serve(app)).open("GET /");
  await reached.opened;
  socket.destroy();
  await until(() => settled);
  await sleep(5);
  expect(handler).not.toHaveBeenCalled();
});
