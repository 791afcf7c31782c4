import express, { type Request } from "express";
import {
  App,
  AtOrBefore,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  VersioningCustom,
  VersionNeutral,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import type { Version, VersionExtractor, VersioningOptions } from "versioned-controllers";
import { internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

type Headers = Record<string, string | readonly string[]>;
/** `none` where the neutral route answers, `404` where none does. */
type Row = readonly [what: string, line: string, headers: Headers, expected: string];

const served = ["1", "2", "__proto__", "constructor", "a b", "1, 2"];
const logger = recordingLogger();

function appOf(Extractor: VersionExtractor, Versions?: readonly Version[]): App {
  const Versioning: VersioningOptions = { Type: VersioningCustom, Extractor, ...(Versions && { Versions }) };
  return new App({ Versioning, Logger: logger })
    .Get("/", (req) => VersionOf(req), WithVersion(...(Versions ?? served)))
    .Get("/", () => "none", WithVersion(VersionNeutral));
}

async function ask(app: App, line: string, headers: Headers): Promise<string> {
  const answer = await (await serve(app)).ask(line, headers);
  return answer.status === 200 ? answer.text : String(answer.status);
}

describe("FromHeader: as VersioningHeader reads", () => {
  it.each<Row>([
    ["a version", "GET /", { "X-V": "1" }, "1"],
    ["whatever the case of its name", "GET /", { "x-v": "2" }, "2"],
    ["absent", "GET /", {}, "none"],
    ["empty", "GET /", { "X-V": "" }, "none"],
    ["one that no route has", "GET /", { "X-V": "9" }, "none"],
    ["commas are part of it", "GET /", { "X-V": "1, 2" }, "1, 2"],
    ["on several lines", "GET /", { "X-V": ["1", "1"] }, "none"],
    ["__proto__", "GET /", { "X-V": "__proto__" }, "__proto__"],
    ["constructor", "GET /", { "X-V": "constructor" }, "constructor"],
    ["toString", "GET /", { "X-V": "toString" }, "none"],
    ["15 KB", "GET /", { "X-V": "1".repeat(15_000) }, "none"],
  ])("%s", async (_what, line, headers, expected) => {
    expect(await ask(appOf(FromHeader("X-V")), line, headers)).toBe(expected);
  });

  it.each(["__proto__", "constructor", "toString"])("a header named %s", async (name) => {
    const server = await serve(appOf(FromHeader(name)));
    expect((await server.ask("GET /")).text).toBe("none");
    expect((await server.ask("GET /", { [name]: "1" })).text).toBe("1");
  });
});

describe("FromQuery", () => {
  it.each<Row>([
    ["a version", "GET /?v=1", {}, "1"],
    ["among others", "GET /?a=1&v=2&b=3", {}, "2"],
    ["decoded", "GET /?v=a%20b", {}, "a b"],
    ["with a plus for a blank", "GET /?v=a+b", {}, "a b"],
    ["absent", "GET /", {}, "none"],
    ["an empty query", "GET /?", {}, "none"],
    ["empty", "GET /?v=", {}, "none"],
    ["without a value", "GET /?v", {}, "none"],
    ["given twice", "GET /?v=1&v=2", {}, "none"],
    ["given twice alike", "GET /?v=1&v=1", {}, "none"],
    ["a list", "GET /?v[]=1", {}, "none"],
    ["an object", "GET /?v[a]=1", {}, "none"],
    ["a malformed escape", "GET /?v=%zz", {}, "none"],
    ["in another case", "GET /?V=1", {}, "none"],
    ["__proto__ for a value", "GET /?v=__proto__", {}, "__proto__"],
    ["__proto__ for a name", "GET /?__proto__=1&__proto__[v]=1&constructor[prototype][v]=1", {}, "none"],
    ["15 KB", `GET /?v=${"1".repeat(15_000)}`, {}, "none"],
    ["thousands of parameters", `GET /?${"a=1&".repeat(3_000)}`, {}, "none"],
  ])("%s", async (_what, line, headers, expected) => {
    expect(await ask(appOf(FromQuery("v")), line, headers)).toBe(expected);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "a parameter named %s",
    async (name) => {
      expect(await ask(appOf(FromQuery(name)), "GET /", {})).toBe("none");
      expect(await ask(appOf(FromQuery(name)), "GET /?a=1", {})).toBe("none");
    },
  );

  it.each(["simple", "extended", false] as const)(
    "whatever query parser the host has: %s",
    async (parser) => {
      const host = express()
        .set("query parser", parser)
        .use(appOf(FromQuery("v")).Build());
      const server = await serve(host);
      expect((await server.ask("GET /?v=1")).text).toBe("1");
      expect((await server.ask("GET /?v=1&v=2")).text).toBe("none");
      expect((await server.ask("GET /")).text).toBe("none");
    },
  );
});

describe("FromCookie (RFC 6265, 4.2)", () => {
  it.each<Row>([
    ["a version", "GET /", { Cookie: "v=1" }, "1"],
    ["among others", "GET /", { Cookie: "a=9; v=2; b=8" }, "2"],
    ["without blanks", "GET /", { Cookie: "a=9;v=2;b=8" }, "2"],
    ["quoted", "GET /", { Cookie: 'v="1"' }, "1"],
    ["escaped", "GET /", { Cookie: "v=a%20b" }, "a b"],
    ["a malformed escape stays as it is", "GET /", { Cookie: "v=%zz" }, "none"],
    ["no cookie", "GET /", {}, "none"],
    ["an empty line", "GET /", { Cookie: "" }, "none"],
    ["empty", "GET /", { Cookie: "v=" }, "none"],
    ["empty and quoted", "GET /", { Cookie: 'v=""' }, "none"],
    ["half quoted", "GET /", { Cookie: 'v="1' }, "none"],
    ["no value", "GET /", { Cookie: "v" }, "none"],
    ["twice", "GET /", { Cookie: "v=1; v=2" }, "none"],
    ["twice on two lines", "GET /", { Cookie: ["v=1", "v=1"] }, "none"],
    ["once on two lines", "GET /", { Cookie: ["a=1", "v=2"] }, "2"],
    ["a name that ends so", "GET /", { Cookie: "av=1" }, "none"],
    ["a name that begins so", "GET /", { Cookie: "va=1" }, "none"],
    ["a name in another case", "GET /", { Cookie: "V=1" }, "none"],
    ["in another cookie's value", "GET /", { Cookie: "a=v=1" }, "none"],
    ["a value with an equals sign", "GET /", { Cookie: "v=1=1" }, "none"],
    ["__proto__", "GET /", { Cookie: "v=__proto__; __proto__=1" }, "__proto__"],
    ["thousands of them", "GET /", { Cookie: "a=1;".repeat(3_000) }, "none"],
    ["thousands of semicolons", "GET /", { Cookie: ";".repeat(15_000) }, "none"],
    ["thousands of quotes", "GET /", { Cookie: `v=${'"'.repeat(15_000)}` }, "none"],
  ])("%s", async (_what, line, headers, expected) => {
    expect(await ask(appOf(FromCookie("v")), line, headers)).toBe(expected);
  });

  it.each(["v.1", "v*", "__proto__", "$v"])("a cookie named %s is taken word for word", async (name) => {
    const server = await serve(appOf(FromCookie(name)));
    expect((await server.ask("GET /", { Cookie: `${name}=1` })).text).toBe("1");
    expect((await server.ask("GET /", { Cookie: "va1=1; vv=1" })).text).toBe("none");
  });
});

describe("FromMediaType: as VersioningMediaType reads", () => {
  it.each<Row>([
    ["a version", "GET /", { Accept: "application/json;v=1" }, "1"],
    ["the heaviest", "GET /", { Accept: "a/b;v=1;q=0.5, a/c;v=2" }, "2"],
    ["quoted", "GET /", { Accept: 'a/b;v="a b"' }, "a b"],
    ["refused", "GET /", { Accept: "a/b;v=1;q=0" }, "none"],
    ["absent", "GET /", {}, "none"],
    ["on several lines, each read by itself", "GET /", { Accept: ["a/b", "a/b;v=2"] }, "2"],
    ["malformed", "GET /", { Accept: "a/b;v=1;q=2" }, "none"],
  ])("%s", async (_what, line, headers, expected) => {
    expect(await ask(appOf(FromMediaType("v")), line, headers)).toBe(expected);
  });

  it.each(["V", "v=", "V="])("%s is the key v", async (key) => {
    expect(await ask(appOf(FromMediaType(key)), "GET /", { Accept: "a/b;v=1" })).toBe("1");
  });
});

describe("FirstOf: the first that names a version counts", () => {
  const both = FirstOf(FromHeader("X-V"), FromQuery("v"), FromCookie("v"));

  it.each<Row>([
    ["the first", "GET /?v=2", { "X-V": "1", Cookie: "v=2" }, "1"],
    ["the second", "GET /?v=2", { Cookie: "v=1" }, "2"],
    ["the third", "GET /", { Cookie: "v=1" }, "1"],
    ["none", "GET /", {}, "none"],
    ["what is empty names none", "GET /?v=2", { "X-V": "" }, "2"],
    ["a version that no route has is named all the same", "GET /?v=2", { "X-V": "9" }, "none"],
  ])("%s", async (_what, line, headers, expected) => {
    expect(await ask(appOf(both), line, headers)).toBe(expected);
  });

  it("an application's own, in whatever way it says nothing", async () => {
    for (const nothing of [null, undefined, "", [], [""], [VersionNeutral], Promise.resolve(null)]) {
      const extractor = FirstOf(
        () => nothing,
        () => Promise.resolve("2"),
      );
      expect(await ask(appOf(extractor), "GET /", {})).toBe("2");
    }
  });

  it("a list counts as a whole", async () => {
    const extractor = FirstOf(
      () => ["9", "2"],
      () => "1",
    );
    expect(await ask(appOf(extractor), "GET /", {})).toBe("2");
  });

  it("no other is asked once one has named a version", async () => {
    const second = jest.fn(() => "2");
    await ask(appOf(FirstOf(() => "1", second)), "GET /", {});
    expect(second).not.toHaveBeenCalled();
  });

  it("one that throws or rejects is a 500", async () => {
    for (const failing of [
      () => {
        throw new Error("no idea");
      },
      () => Promise.reject(new Error("no idea")),
    ]) {
      const app = appOf(
        FirstOf(
          () => null,
          failing,
          () => "1",
        ),
      );
      expect((await (await serve(app)).ask("GET /")).json).toEqual(internalError);
    }
  });
});

describe("AtOrBefore: the newest version of Versions that is not after the date asked for", () => {
  const dates = ["2023-10-16", "2024-02-29", "2024-06-01"];

  it.each<readonly [asked: string, expected: string]>([
    ["2024-06-01", "2024-06-01"],
    ["2024-06-02", "2024-06-01"],
    ["9999-12-31", "2024-06-01"],
    ["2024-05-31", "2024-02-29"],
    ["2024-02-29", "2024-02-29"],
    ["2024-02-28", "2023-10-16"],
    ["2023-10-16", "2023-10-16"],
    ["2023-10-15", "none"],
    ["0001-01-01", "none"],
    // Other text names none.
    ["latest", "none"],
    ["2024", "none"],
    ["2024-06", "none"],
    ["2024-6-1", "none"],
    ["2024-06-01T00:00:00Z", "none"],
    ["2024-13-01", "none"],
    ["2023-02-29", "none"],
    ["2024-02-30", "none"],
    ["2024-06-00", "none"],
    ["+002024-06-01", "none"],
    ["-000001-01-01", "none"],
    ["20240601", "none"],
    ["2024-06-01, 2024-06-01", "none"],
    ["__proto__", "none"],
    ["9".repeat(15_000), "none"],
  ])("%s: %s", async (asked, expected) => {
    const app = appOf(AtOrBefore(FromHeader("X-Date")), dates);
    expect(await ask(app, "GET /", { "X-Date": asked })).toBe(expected);
  });

  it("whatever the order of the list", async () => {
    const app = appOf(AtOrBefore(FromHeader("X-Date")), [...dates].reverse());
    expect(await ask(app, "GET /", { "X-Date": "2024-03-01" })).toBe("2024-02-29");
  });

  it("of the list, whether the route has that version or not: there is no older one instead", async () => {
    const Versioning: VersioningOptions = {
      Type: VersioningCustom,
      Extractor: AtOrBefore(FromHeader("X-Date")),
      Versions: dates,
    };
    const app = new App({ Versioning, Logger: logger }).Get("/", () => "old", WithVersion("2023-10-16"));
    expect(await ask(app, "GET /", { "X-Date": "2024-03-01" })).toBe("404");
    expect(await ask(app, "GET /", { "X-Date": "2024-01-01" })).toBe("old");
  });

  it("of an application's own extractor, a list and a promise too", async () => {
    const extractor = (req: Request) => Promise.resolve((req.get("X-Dates") ?? "").split(";"));
    const app = appOf(AtOrBefore(extractor), dates);
    expect(await ask(app, "GET /", { "X-Dates": "never;2024-03-01;2024-07-01" })).toBe("2024-02-29");
  });

  it("inside FirstOf, and FirstOf inside of it", async () => {
    const inside = appOf(FirstOf(AtOrBefore(FromHeader("X-Date")), FromQuery("v")), dates);
    expect(await ask(inside, "GET /?v=2024-06-01", { "X-Date": "2024-03-01" })).toBe("2024-02-29");
    expect(await ask(inside, "GET /?v=2024-06-01", { "X-Date": "latest" })).toBe("2024-06-01");
    const around = appOf(AtOrBefore(FirstOf(FromHeader("X-Date"), FromQuery("v"))), dates);
    expect(await ask(around, "GET /?v=2024-03-01", {})).toBe("2024-02-29");
  });

  it("one extractor serves two Apps with lists of their own", async () => {
    const extractor = AtOrBefore(FromHeader("X-Date"));
    const [one, two] = [appOf(extractor, ["2024-01-01"]), appOf(extractor, ["2024-02-01"])];
    expect(await ask(one, "GET /", { "X-Date": "2024-03-01" })).toBe("2024-01-01");
    expect(await ask(two, "GET /", { "X-Date": "2024-03-01" })).toBe("2024-02-01");
  });

  it("called outside of VersioningOptions it says where it belongs", () => {
    const extractor = AtOrBefore(FromHeader("X-Date")) as (req: unknown) => unknown;
    expect(() => extractor({})).toThrow(/VersioningOptions/);
  });
});

describe("AtOrBefore with a Compare: the newest version not after the one asked for", () => {
  const list = ["1.0.0", "4.2.0", "5.10.0"];
  const compared = (Compare: (a: string, b: string) => number) =>
    appOf(AtOrBefore(FromHeader("X-Spec"), { Compare }), list);

  it.each<readonly [asked: string, expected: string]>([
    ["1.0.0", "1.0.0"],
    ["4.1.99", "1.0.0"],
    ["4.2.0", "4.2.0"],
    ["5.9.0", "4.2.0"],
    ["5.10.0", "5.10.0"],
    ["99.0.0", "5.10.0"],
    ["0.9.0", "none"],
    // Like semver.compare, the function throws a TypeError for these.
    ["banana", "none"],
    ["4", "none"],
    ["2024-05-01", "none"],
  ])("%s: %s", async (asked, expected) => {
    expect(await ask(compared(compareSpecs), "GET /", { "X-Spec": asked })).toBe(expected);
  });

  const compareSpecs = (a: string, b: string): number => {
    const [one, other] = [a, b].map((spec) => {
      if (!/^\d+\.\d+\.\d+$/.test(spec)) throw new TypeError(`Invalid Version: ${spec}`);
      return spec
        .split(".")
        .map((part) => part.padStart(9, "0"))
        .join(".");
    });
    return String(one).localeCompare(String(other));
  };

  it.each<readonly [what: string, result: unknown]>([
    ["NaN", NaN],
    ["no number", "-1"],
    ["a promise", Promise.reject(new Error("late"))],
  ])("a Compare that gives %s of a text: it names none", async (_what, result) => {
    const app = compared((a, b) => (b === "?" ? (result as number) : compareSpecs(a, b)));
    expect(await ask(app, "GET /", { "X-Spec": "?" })).toBe("none");
    expect(await ask(app, "GET /", { "X-Spec": "4.2.0" })).toBe("4.2.0");
  });
});

describe("they say what they read, so that Vary is right by itself", () => {
  const own = () => null;
  it.each<readonly [string, VersionExtractor, string | undefined]>([
    ["FromHeader", FromHeader("X-V"), "X-V"],
    ["FromMediaType", FromMediaType("v"), "Accept"],
    ["FromCookie", FromCookie("v"), "Cookie"],
    ["FromQuery: it is part of the address", FromQuery("v"), undefined],
    ["FirstOf: all of them", FirstOf(FromHeader("X-V"), FromQuery("v"), FromMediaType("v")), "X-V, Accept"],
    ["FirstOf with one twice", FirstOf(FromCookie("a"), FromCookie("b")), "Cookie"],
    ["FirstOf with an application's own", FirstOf(own, FromHeader("X-V")), "X-V"],
    ["AtOrBefore: what it asks", AtOrBefore(FromHeader("X-V")), "X-V"],
    ["AtOrBefore of an application's own", AtOrBefore(own), undefined],
    ["an application's own does not", own, undefined],
  ])("%s", async (_what, extractor, vary) => {
    const server = await serve(appOf(extractor, ["2024-05-01"]));
    for (const line of ["GET /", "HEAD /", "GET /nowhere"]) {
      expect((await server.ask(line)).headers.vary).toBe(vary);
    }
  });
});
