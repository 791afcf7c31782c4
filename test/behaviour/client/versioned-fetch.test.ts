import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import {
  App,
  Catalog,
  Get,
  Router,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithVersion,
  FromQuery,
  VersioningCustom,
  VersionOf,
  type Lifecycle,
  type VersioningOptions,
} from "versioned-controllers";
import {
  VersionedFetch,
  type VersionedFetchOptions,
  type VersionNaming,
  type VersionNotice,
} from "versioned-controllers/client";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";

/** The requests that a server got, and its answers by a function. */
async function recording(answer?: RequestListener) {
  const lines: string[] = [];
  const bodies: string[] = [];
  const { port } = await listen(
    createServer((req, res) => {
      const { accept, "x-api-version": version } = req.headers;
      lines.push(
        [req.method, req.url, version && `version ${String(version)}`, accept === "*/*" ? undefined : accept]
          .filter(Boolean)
          .join(" "),
      );
      let body = "";
      req.on("data", (chunk: Buffer) => (body += chunk.toString()));
      req.on("end", () => {
        bodies.push(body);
        if (answer) answer(req, res);
        else res.end("ok");
      });
    }),
  );
  return { base: `http://127.0.0.1:${port}`, lines, bodies };
}

const header: VersionNaming = { Header: "X-API-Version" };

test("a browser's bundle has at most 2 KB, and nothing of Node", () => {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, "../../../src/client.ts")],
    bundle: true,
    minify: true,
    platform: "browser",
    format: "esm",
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThanOrEqual(2_000);
});

describe("the version's place", () => {
  it.each<[what: string, By: VersionNaming, path: string, accept: string | undefined, line: string]>([
    ["a header", header, "/cats?a=1", undefined, "GET /api/cats?a=1 version 2.0"],
    ["a path", { Path: "v" }, "/cats?a=1", undefined, "GET /api/v2.0/cats?a=1"],
    ["a path without a prefix", { Path: "" }, "/cats", undefined, "GET /api/2.0/cats"],
    ["a path, of the base itself", { Path: "v" }, "/", undefined, "GET /api/v2.0"],
    ["a path that names it already", { Path: "v" }, "/v2.0/cats", undefined, "GET /api/v2.0/cats"],
    ["a path that only begins so", { Path: "v" }, "/v2.0cats", undefined, "GET /api/v2.0/v2.0cats"],
    ["a query", { Query: "ver" }, "/cats", undefined, "GET /api/cats?ver=2.0"],
    [
      "a query beside others",
      { Query: "ver" },
      "/cats?a[b]=%20+c",
      undefined,
      "GET /api/cats?a[b]=%20+c&ver=2.0",
    ],
    [
      "a query that names it already",
      { Query: "ver" },
      "/cats?%76er=1&a=1",
      undefined,
      "GET /api/cats?a=1&ver=2.0",
    ],
    ["no Accept", { Accept: "v" }, "/cats", undefined, "GET /api/cats */*;v=2.0"],
    ["an empty Accept", { Accept: "v" }, "/cats", "", "GET /api/cats */*;v=2.0"],
    [
      "a key as VersioningMediaType takes it",
      { Accept: "v=" },
      "/cats",
      undefined,
      "GET /api/cats */*;v=2.0",
    ],
    [
      "each range of Accept",
      { Accept: "v" },
      "/cats",
      `application/json; q=0.5; x="a,b;c", text/*;V=1`,
      `GET /api/cats application/json;v=2.0;q=0.5;x="a,b;c", text/*;v=2.0`,
    ],
    ["a path without a slash", header, "cats", undefined, "GET /api/cats version 2.0"],
    ["a query as the path", header, "?a=1", undefined, "GET /api?a=1 version 2.0"],
    ["a path with an encoded slash", header, "/..%2fcats", undefined, "GET /api/..%2fcats version 2.0"],
    ["dots that stay below the base", header, "/a/%2e%2e/cats", undefined, "GET /api/cats version 2.0"],
    ["two slashes within the path", header, "/a//b", undefined, "GET /api/a//b version 2.0"],
  ])("%s", async (_what, By, path, accept, line) => {
    const { base, lines } = await recording();
    const api = VersionedFetch(`${base}/api/?no#no`, { Version: "2.0", By });
    const response = await api(path, accept === undefined ? {} : { headers: { Accept: accept } });
    expect(await response.text()).toBe("ok");
    expect(lines).toEqual([line]);
  });

  it.each(["1.0.0+build", "a;b", "a,b", "a&b=c", 'a "b"', "50%?#1", "caf\u00e9"])(
    "an App reads a name that needs care: %s",
    async (version) => {
      const schemes: readonly [VersionNaming, VersioningOptions][] = [
        [{ Path: "v" }, { Type: VersioningURI }],
        [{ Query: "ver" }, { Type: VersioningCustom, Extractor: FromQuery("ver") }],
        [{ Accept: "v" }, { Type: VersioningMediaType, Key: "v" }],
      ];
      for (const [By, Versioning] of schemes) {
        const { port } = await serve(new App({ Versioning }).Get("/cats", VersionOf, WithVersion(version)));
        const api = VersionedFetch(`http://127.0.0.1:${port}`, { Version: version, By });
        expect(await (await api("/cats")).text()).toBe(version);
      }
    },
  );

  it.each([
    "/%2e%2e/admin",
    "/../admin",
    "..",
    "/cats/../../admin",
    "\\..\\admin",
    "/.%2E\\admin",
    "//host.example/x",
    "/\\host.example/x",
    "\\\\host.example/x",
    "/\t/host.example/x",
    "/.//host.example/x",
  ])("a path that leaves the base is refused: %j", async (path) => {
    const Fetch = jest.fn(() => Promise.resolve(new Response()));
    const By: readonly VersionNaming[] = [header, { Path: "v" }, { Query: "v" }, { Accept: "v" }];
    for (const by of By) {
      const call = VersionedFetch("http://localhost/api", { Version: ["2"], By: by, Fetch })(path);
      await expect(call).rejects.toThrow(
        new TypeError(`VersionedFetch: ${path} leaves http://localhost/api`),
      );
    }
    expect(Fetch).not.toHaveBeenCalled();
  });

  it("below the base itself, dots lead nowhere else", async () => {
    const { base, lines } = await recording();
    await VersionedFetch(base, { Version: "2", By: { Path: "v" } })("/../%2e%2e/cats");
    expect(lines).toEqual(["GET /v2/cats"]);
  });

  it.each<[what: string, path: string]>([
    ["a sibling of the base", "/apis/cats"],
    ["a path out of the base", "/api/../cats"],
    ["a path out of the base, encoded", "/api/%2e%2e/cats"],
    ["the host itself", "/"],
  ])("is untouched outside of the base: %s", async (_what, path) => {
    const { base, lines } = await recording();
    const api = VersionedFetch(`${base}/api`, { Version: "2", By: header });
    await api(base + path, { method: "POST", body: "a" });
    await api(new URL(base + path));
    await api(new Request(base + path, { method: "PUT", body: "a" }));
    const sent = new URL(base + path).pathname;
    expect(lines).toEqual([`POST ${sent}`, `GET ${sent}`, `PUT ${sent}`]);
  });

  it("is untouched on another origin", async () => {
    const [one, other] = [await recording(), await recording()];
    await VersionedFetch(one.base, { Version: "2", By: header })(`${other.base}/cats`);
    expect(other.lines).toEqual(["GET /cats"]);
  });

  it.each<VersionNaming>([header, { Path: "v" }, { Query: "v" }, { Accept: "v" }])(
    "%j: method, headers and body of a Request are sent",
    async (By) => {
      const { base, lines, bodies } = await recording((req, res) => res.end(req.headers["content-type"]));
      const api = VersionedFetch(base, { Version: "2", By });
      const form = new FormData();
      form.set("name", "Tom");
      const request = new Request(`${base}/cats`, { method: "POST", body: form });
      const boundary = /boundary=(.*)/.exec(await (await api(request)).text())?.[1] ?? "none";
      expect(lines[0]).toMatch(/^POST /);
      expect(bodies[0]).toContain(`--${boundary}--`);
      await api(new URL(`${base}/cats`), {
        method: "PATCH",
        body: "a=1",
        headers: { "Content-Type": "x/y" },
      });
      expect([lines[1]?.split(" ")[0], bodies[1]]).toEqual(["PATCH", "a=1"]);
      await api(new Request(`${base}/cats`, { method: "DELETE" }), { headers: { "X-A": "b" } });
      expect([lines[2]?.split(" ")[0], bodies[2]]).toEqual(["DELETE", ""]);
    },
  );

  it("a stream is sent", async () => {
    const { base, bodies } = await recording();
    const api = VersionedFetch(base, { Version: "2", By: header });
    // Types of Node 20 lack `duplex`, which Node wants.
    const init = { method: "POST", body: new Blob(["streamed"]).stream(), duplex: "half" } as RequestInit;
    await api("/cats", init);
    expect(bodies).toEqual(["streamed"]);
  });

  it.each<[what: string, options: unknown, message: string]>([
    ["no version", { By: header }, "Version must be text"],
    ["an empty list", { Version: [], By: header }, "Version must be text"],
    ["a version that is no text", { Version: 2, By: header }, "Version must be text"],
    ["no By", { Version: "1" }, "By needs Path, Header, Query or Accept"],
    ["no place", { Version: "1", By: {} }, "By needs Path, Header, Query or Accept"],
  ])("is refused at the call: %s", (_what, options, message) => {
    expect(() => VersionedFetch("http://localhost", options as VersionedFetchOptions)).toThrow(TypeError);
    expect(() => VersionedFetch("http://localhost", options as VersionedFetchOptions)).toThrow(message);
  });

  it("a base that is not a URL is refused at the call", () => {
    expect(() => VersionedFetch("/api", { Version: "1", By: header })).toThrow("Invalid URL");
  });
});

@Router("/cats")
class Cats {
  @Get("/{id}")
  @WithVersion("1", "2")
  get() {
    return { name: "Tom" };
  }
}

function catsApp(versioning: Partial<VersioningOptions>, now = "2026-01-01") {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: ["1", "2"], ...versioning },
    Now: () => new Date(now),
    // It is told of a version that has passed its sunset.
    Logger: recordingLogger(),
  });
  app.Include(Cats);
  return app;
}

describe("against Apps", () => {
  it.each<[By: VersionNaming, versioning: VersioningOptions]>([
    [header, { Type: VersioningHeader, Header: "X-API-Version" }],
    [{ Path: "v" }, { Type: VersioningURI }],
    [{ Accept: "v" }, { Type: VersioningMediaType, Key: "v" }],
    [{ Query: "v" }, { Type: VersioningCustom, Extractor: FromQuery("v") }],
  ])("%j is answered in the version", async (By, versioning) => {
    const { port } = await serve(catsApp({ ...versioning, Report: true }));
    const api = VersionedFetch(`http://127.0.0.1:${port}`, { Version: "2", By });
    const response = await api("/cats/7");
    expect([response.status, response.headers.get("API-Version")]).toEqual([200, "2"]);
  });

  const life: Lifecycle = {
    Deprecated: "2025-06-01",
    Sunset: "2026-06-01",
    Link: "https://example.org/ends",
    Successor: "2",
    AfterSunset: "gone",
  };

  it.each<[what: string, life: Lifecycle, kinds: readonly VersionNotice["Kind"][]]>([
    ["nothing", {}, []],
    ["a deprecation", { Deprecated: "2025-06-01" }, ["deprecated"]],
    ["a sunset", life, ["deprecated", "sunset"]],
    [
      "a brownout",
      { ...life, Brownouts: [{ From: "2025-12-31", To: "2026-01-02" }] },
      ["deprecated", "sunset", "brownout"],
    ],
    ["the end", { ...life, Sunset: "2025-12-01" }, ["deprecated", "sunset", "gone"]],
  ])("notices of %s", async (_what, lifecycle, kinds) => {
    const { port } = await serve(catsApp({ Lifecycle: { "1": lifecycle } }));
    const notices: VersionNotice[] = [];
    const OnNotice = (notice: VersionNotice) => notices.push(notice);
    await VersionedFetch(`http://127.0.0.1:${port}`, { Version: "1", By: header, OnNotice })("/cats/7");
    expect(notices.map(({ Kind }) => Kind)).toEqual(kinds);
  });

  it("a notice has the dates and links of the answer", async () => {
    const { port } = await serve(catsApp({ Type: VersioningURI, Lifecycle: { "1": life } }));
    const base = `http://127.0.0.1:${port}`;
    const notices: VersionNotice[] = [];
    const OnNotice = (notice: VersionNotice) => notices.push(notice);
    await VersionedFetch(base, { Version: "1", By: { Path: "v" }, OnNotice })("/cats/7?a=1");
    expect(notices[0]).toEqual({
      Kind: "deprecated",
      Method: "GET",
      URL: `${base}/v1/cats/7?a=1`,
      Version: "1",
      Deprecated: new Date("2025-06-01"),
      Sunset: new Date("2026-06-01"),
      Links: {
        deprecation: "https://example.org/ends",
        sunset: "https://example.org/ends",
        successor: `${base}/v2/cats/7?a=1`,
      },
    });
  });

  it.each<[what: string, catalog: "yes" | "no", list: readonly string[], version: string]>([
    ["the first that is served", "yes", ["3", "2", "1"], "2"],
    ["none past its sunset", "yes", ["1", "2"], "2"],
    ["the first of the list where none is served", "yes", ["9", "8"], "9"],
    ["the first of the list without a catalogue", "no", ["3", "2"], "3"],
  ])("a list names %s", async (_what, catalog, list, version) => {
    const app = catsApp({ Lifecycle: { "1": life } }, "2026-07-01");
    const asked: string[] = [];
    const { port } = await serve(
      (req, _res, next) => {
        asked.push(`${req.url} ${String(req.get("X-API-Version"))}`);
        next();
      },
      (req, res, next) => {
        const isCatalog = req.path === "/.well-known/api-catalog" && catalog === "yes";
        if (isCatalog) Catalog(app, { Base: "https://api.example.org" })(req, res, next);
        else next();
      },
      app,
    );
    const api = VersionedFetch(`http://127.0.0.1:${port}/cats`, { Version: list, By: header });
    await Promise.all([api("/1"), api("/2"), api.Version()]);
    expect(await api.Version()).toBe(version);
    expect(asked.toSorted()).toEqual([
      "/.well-known/api-catalog undefined",
      `/cats/1 ${version}`,
      `/cats/2 ${version}`,
    ]);
  });

  it("one version needs no catalogue", async () => {
    const { base, lines } = await recording();
    expect(await VersionedFetch(base, { Version: "7", By: header }).Version()).toBe("7");
    expect(lines).toEqual([]);
  });
});

describe("the catalogue", () => {
  const catalog = (...versions: readonly object[]): string =>
    JSON.stringify({ linkset: versions.map((one) => ({ anchor: "https://x.example", ...one })) });
  const listing = { Version: ["2", "1"], By: header } as const;

  it.each<[what: string, text: string, version: string]>([
    ["a version that is gone for good", catalog({ version: ["2"], sunset: ["2020-01-01"] }), "2"],
    [
      "a version that is gone for good beside another",
      catalog({ version: ["2"] }, { "service-desc": [{ version: ["1"] }] }),
      "1",
    ],
    ["a sunset to come", catalog({ "service-desc": [{ version: ["2"], sunset: ["2999-01-01"] }] }), "2"],
    [
      "a sunset that is over",
      catalog({ "service-desc": [{ version: ["2"], sunset: ["2020-01-01"] }, { version: ["1"] }] }),
      "1",
    ],
    ["no JSON", "<html>", "2"],
    ["no linkset", "{}", "2"],
    ["a megabyte", catalog({ "service-desc": [{ version: ["1"] }] }).padEnd(1 << 20), "1"],
    ["more than a megabyte", catalog({ "service-desc": [{ version: ["1"] }] }).padEnd((1 << 20) + 1), "2"],
  ])("of %s", async (_what, text, version) => {
    const { base } = await recording((_req, res) => res.end(text));
    expect(await VersionedFetch(base, listing).Version()).toBe(version);
  });

  it("is not read beyond a megabyte", async () => {
    let chunks = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(1 << 16).fill(32));
      },
    });
    const Fetch = () => Promise.resolve(new Response(endless));
    expect(await VersionedFetch("http://localhost", { ...listing, Fetch }).Version()).toBe("2");
    expect(chunks).toBeLessThan(24);
  });

  /** A catalogue that never comes, or whose body never ends, and other requests that are answered. */
  const silent: Readonly<Record<string, () => Promise<Response>>> = {
    "a catalogue that never answers": () => new Promise(() => undefined),
    "a catalogue whose body never ends": () => Promise.resolve(new Response(new ReadableStream())),
  };

  /** A client of a Fetch that does not care for signals, and the signal of the catalogue's time. */
  function waiting(catalogue: () => Promise<Response>) {
    const time = new AbortController();
    const seconds: number[] = [];
    const timeout = jest.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      seconds.push(milliseconds / 1_000);
      return time.signal;
    });
    const Fetch = ({ url, headers }: Request) =>
      url.endsWith("api-catalog") ? catalogue() : Promise.resolve(new Response(headers.get("X-API-Version")));
    const api = VersionedFetch("http://localhost", { ...listing, Fetch });
    return {
      api,
      seconds,
      end: () => {
        time.abort(new Error("late"));
        timeout.mockRestore();
      },
    };
  }

  describe.each(Object.entries(silent))("%s", (_what, catalogue) => {
    it("is waited for five seconds, then the first of the list is named", async () => {
      const { api, seconds, end } = waiting(catalogue);
      const answers = [api("/cats"), api("/dogs")];
      setImmediate(end);
      expect(await Promise.all((await Promise.all(answers)).map((answer) => answer.text()))).toEqual([
        "2",
        "2",
      ]);
      expect(seconds).toEqual([5]);
    });

    it("holds no call whose signal is aborted, and other calls go on", async () => {
      const { api, end } = waiting(catalogue);
      const aborter = new AbortController();
      const aborted = api("/cats", { signal: aborter.signal });
      const byRequest = api(new Request("http://localhost/cats", { signal: aborter.signal }));
      const other = api("/dogs");
      setImmediate(() => {
        aborter.abort(new Error("enough"));
      });
      await expect(aborted).rejects.toThrow("enough");
      await expect(byRequest).rejects.toThrow("enough");
      await expect(api("/cats", { signal: aborter.signal })).rejects.toThrow("enough");
      end();
      expect(await (await other).text()).toBe("2");
      expect(await api.Version()).toBe("2");
    });
  });

  it("of a server that does not answer is given up on that server too", async () => {
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const time = new AbortController();
    const { base } = await recording((req, res) => {
      if (req.url === "/cats") res.end(req.headers["x-api-version"]);
      else {
        res.on("close", close);
        time.abort();
      }
    });
    const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
    const answer = await VersionedFetch(base, listing)("/cats");
    timeout.mockRestore();
    expect(await answer.text()).toBe("2");
    await closed;
  });
});

describe("notices", () => {
  const deprecating: RequestListener = (_req, res) => {
    res.setHeader("Deprecation", "@1748736000").end();
  };

  it("are given once for each method and path, whose ids count as one, by calls at once too", async () => {
    const { base } = await recording(deprecating);
    const told: string[] = [];
    const OnNotice = ({ Method, URL }: VersionNotice) => told.push(`${Method} ${URL.slice(base.length)}`);
    const api = VersionedFetch(base, { Version: "2", By: header, OnNotice });
    const uuid = "123e4567-e89b-12d3-a456-426614174000";
    await Promise.all([api("/cats/1"), api("/cats/1")]);
    await api("/cats/22?a=1");
    await api(`/cats/${uuid}`);
    await api(`/cats/${uuid.toUpperCase()}`);
    await api("/cats/1", { method: "PUT" });
    await api("/cats/tom");
    await api("/cats/1/toys");
    await api("/cats/1a");
    expect(told).toEqual(["GET /cats/1", "PUT /cats/1", "GET /cats/tom", "GET /cats/1/toys", "GET /cats/1a"]);
  });

  it("are given for at most 1,000", async () => {
    let told = 0;
    const api = VersionedFetch("http://localhost", {
      Version: "2",
      By: header,
      OnNotice: () => (told += 1),
      Fetch: () =>
        Promise.resolve(new Response(null, { headers: { Sunset: "Mon, 01 Jun 2026 00:00:00 GMT" } })),
    });
    for (let i = 0; i < 1_100; i++) await api(`/cats/a${i}`);
    expect(told).toBe(1_000);
  });

  it.each<[what: string, OnNotice: () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("mine");
      },
    ],
    ["rejects", () => Promise.reject(new Error("mine"))],
  ])("what OnNotice %s is dropped", async (_what, OnNotice) => {
    const { base } = await recording(deprecating);
    const response = await VersionedFetch(base, { Version: "2", By: header, OnNotice })("/cats");
    expect(response.status).toBe(200);
  });

  it.each<[what: string, headers: Record<string, string | string[]>, notice: Partial<VersionNotice>]>([
    [
      "an older draft's date",
      { Deprecation: "Sun, 01 Jun 2025 00:00:00 GMT" },
      { Deprecated: new Date("2025-06-01") },
    ],
    ["no date", { Deprecation: "true" }, {}],
    ["a wrong date", { Sunset: "soon" }, {}],
    [
      "links of several relations, in several lines",
      {
        Sunset: "soon",
        Link: [
          `</a,b;c>; title="x, <y>; rel=sunset"; REL="sunset next"`,
          "<https://x.example/d>;rel=deprecation,<>;rel=sunset",
        ],
      },
      { Links: { sunset: "/a,b;c", deprecation: "https://x.example/d" } },
    ],
    ["a link that is no URL", { Sunset: "soon", Link: "<http://[>; rel=sunset" }, {}],
    [
      "links that are no web addresses",
      {
        Sunset: "soon",
        Link: [
          "<javascript:alert(1)>; rel=sunset, <data:text/html,x>; rel=deprecation",
          "<JavaScript:alert(1)>; rel=successor-version, , <//x.example/d>; rel=deprecation",
        ],
      },
      { Links: { deprecation: "http://x.example/d" } },
    ],
  ])("%s", async (_what, headers, { Links = {}, ...dates }) => {
    const { base } = await recording((_req, res) => {
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      res.end();
    });
    const notices: VersionNotice[] = [];
    const OnNotice = (notice: VersionNotice) => notices.push(notice);
    await VersionedFetch(base, { Version: "2", By: header, OnNotice })("/cats");
    const { Deprecated, Sunset, Links: got = {} } = notices[0] ?? {};
    expect({ ...(Deprecated && { Deprecated }), ...(Sunset && { Sunset }) }).toEqual(dates);
    const relative = Object.entries(got).map(([name, url]) => [name, url.replace(base, "")]);
    expect(Object.fromEntries(relative)).toEqual(Links);
  });

  it.each<[what: string, status: number, headers: Record<string, string>, kinds: readonly string[]]>([
    ["an unknown version", 400, { "Version-Unknown": "2" }, ["unknown"]],
    ["another 400", 400, {}, []],
    ["the header of another status", 404, { "Version-Unknown": "2" }, []],
    ["a brownout", 410, { "Retry-After": "60" }, ["brownout"]],
    ["another 410", 410, {}, ["gone"]],
    ["an unavailable version", 503, { "Version-Unavailable": "1", "Retry-After": "99" }, ["unavailable"]],
  ])("tell %s", async (_what, status, headers, kinds) => {
    const Fetch = () => Promise.resolve(new Response(null, { status, headers }));
    const told: string[] = [];
    const OnNotice = ({ Kind }: VersionNotice) => told.push(Kind);
    const api = VersionedFetch("http://localhost", { Version: "2", By: header, OnNotice, Fetch });
    expect((await api("/cats")).status).toBe(status);
    await api("/cats");
    expect(told).toEqual(kinds);
  });

  it("of requests outside of the base are not told", async () => {
    const { base } = await recording(deprecating);
    const told: unknown[] = [];
    await VersionedFetch(`${base}/api`, {
      Version: "2",
      By: header,
      OnNotice: (notice) => told.push(notice),
    })(base);
    expect(told).toEqual([]);
  });
});

describe("an instance that does not have the version yet", () => {
  /** Answers the first requests as another instance of a rolling deploy does: section "version_unavailable" of docs/errors.md. */
  function unavailable(times: number, retryAfter = "0"): RequestListener {
    let left = times;
    return (_req, res) => {
      if (left-- <= 0) {
        res.end("ok");
        return;
      }
      const headers = { "Retry-After": retryAfter, "Cache-Control": "no-store", "Version-Unavailable": "1" };
      res.writeHead(503, headers).end(JSON.stringify({ error: { code: "version_unavailable" } }));
    };
  }

  it.each<[times: number, status: number, requests: number]>([
    [1, 200, 2],
    [3, 200, 4],
    [9, 503, 4],
  ])("%i answers of it end in %i", async (times, status, requests) => {
    const { base, bodies, lines } = await recording(unavailable(times));
    const kinds: string[] = [];
    const OnNotice = ({ Kind }: VersionNotice) => kinds.push(Kind);
    const api = VersionedFetch(base, { Version: "2", By: header, OnNotice });
    const response = await api("/cats", { method: "POST", body: "a" });
    expect(response.status).toBe(status);
    expect(bodies).toEqual(Array<string>(requests).fill("a"));
    expect(new Set(lines)).toEqual(new Set(["POST /cats version 2"]));
    expect(kinds).toEqual(["unavailable"]);
  });

  it("a Request's body is sent again", async () => {
    const { base, bodies } = await recording(unavailable(2));
    const api = VersionedFetch(base, { Version: "2", By: { Path: "v" } });
    const response = await api(new Request(`${base}/cats`, { method: "POST", body: "a" }));
    expect([response.status, bodies]).toEqual([200, ["a", "a", "a"]]);
  });

  it.each(["a web stream", "an iterable"])("%s is not sent again", async (kind) => {
    const { base, bodies } = await recording(unavailable(1));
    const body = kind === "a web stream" ? new Blob(["a"]).stream() : new Blob(["a"]).stream().values();
    const api = VersionedFetch(base, { Version: "2", By: header });
    const response = await api("/cats", { method: "POST", body, duplex: "half" } as unknown as RequestInit);
    expect([response.status, bodies]).toEqual([503, ["a"]]);
  });

  it("another 503 is the answer", async () => {
    const { base, lines } = await recording((_req, res) => {
      res.writeHead(503, { "Retry-After": "0" }).end();
    });
    expect((await VersionedFetch(base, { Version: "2", By: header })("/cats")).status).toBe(503);
    expect(lines).toHaveLength(1);
  });

  it("the wait ends when the request is aborted", async () => {
    const { base } = await recording(unavailable(1, "3600"));
    const aborter = new AbortController();
    const OnNotice = () =>
      setImmediate(() => {
        aborter.abort(new Error("enough"));
      });
    const api = VersionedFetch(base, { Version: "2", By: header, OnNotice, MostWait: 3600 });
    await expect(api("/cats", { signal: aborter.signal })).rejects.toThrow("enough");
  });

  it.each(["before the answer", "during the wait"])(
    "a request that is aborted %s is not sent again, by an own Fetch either",
    async (when) => {
      const aborter = new AbortController();
      const abort = () => {
        aborter.abort("enough");
      };
      const headers = { "Version-Unavailable": "1", "Retry-After": "3600" };
      const Fetch = jest.fn(() => {
        if (when === "before the answer") abort();
        else setImmediate(abort);
        return Promise.resolve(new Response(null, { status: 503, headers }));
      });
      const api = VersionedFetch("http://localhost", { Version: "2", By: header, Fetch, MostWait: 3600 });
      await expect(api("/cats", { signal: aborter.signal })).rejects.toBe("enough");
      expect(Fetch).toHaveBeenCalledTimes(1);
    },
  );

  const today = Date.parse("2026-01-01");

  /** How long a client waits before each further request, in milliseconds. */
  async function waitsFor(retryAfter: string | undefined, MostWait?: number): Promise<readonly number[]> {
    const waits: number[] = [];
    const clock = jest.spyOn(Date, "now").mockReturnValue(today);
    const timer = jest.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, of: number) => {
      waits.push(of);
      queueMicrotask(act);
      return 0;
    }) as unknown as typeof setTimeout);
    const headers = {
      "Version-Unavailable": "1",
      ...(retryAfter !== undefined && { "Retry-After": retryAfter }),
    };
    const Fetch = () => Promise.resolve(new Response("busy", { status: 503, headers }));
    const options = { Version: "2", By: header, Fetch, ...(MostWait !== undefined && { MostWait }) };
    const response = await VersionedFetch("http://localhost", options)("/cats");
    timer.mockRestore();
    clock.mockRestore();
    expect(response.status).toBe(503);
    expect(await response.text()).toBe("busy");
    return waits;
  }

  it.each<[retryAfter: string | undefined, time: number]>([
    ["7", 7_000],
    ["0", 0],
    [undefined, 1_000],
    ["30", 30_000],
    [new Date(today + 30_000).toUTCString(), 30_000],
    // A browser takes a negative time modulo 2^32.
    ["Tue, 01 Jan 2019 00:00:00 GMT", 0],
    ["soon", 0],
  ])("with Retry-After %s it is asked again after %d ms", async (retryAfter, time) => {
    expect(await waitsFor(retryAfter)).toEqual([time, time, time]);
  });

  it.each<[retryAfter: string, most: number | undefined]>([
    ["31", undefined],
    [new Date(today + 31_000).toUTCString(), undefined],
    ["86400", undefined],
    ["999999999", undefined],
    ["99999999999999999999", undefined],
    ["Fri, 31 Dec 9999 23:59:59 GMT", undefined],
    ["1", 0],
    ["61", 60],
  ])("with Retry-After %s the 503 is the answer at once, where MostWait is %s", async (retryAfter, most) => {
    expect(await waitsFor(retryAfter, most)).toEqual([]);
  });

  it.each<[retryAfter: string, most: number, time: number]>([
    ["0", 0, 0],
    ["60", 60, 60_000],
    ["86400", 100_000, 86_400_000],
  ])("with Retry-After %s and MostWait %d it is asked again", async (retryAfter, most, time) => {
    expect(await waitsFor(retryAfter, most)).toEqual([time, time, time]);
  });
});
