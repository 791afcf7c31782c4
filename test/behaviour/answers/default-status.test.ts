import { App, Router, Status, WithResponse, type RouteOption } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const declared: readonly [
  what: string,
  options: readonly RouteOption[],
  status: number,
  documented: string[],
][] = [
  ["nothing", [], 200, ["200"]],
  ["one success", [WithResponse(201)], 201, ["201"]],
  ["one success, and errors", [WithResponse(409), WithResponse(202), WithResponse(503)], 202, ["202"]],
  ["an error alone", [WithResponse(409)], 200, ["200"]],
  ["a redirect alone", [WithResponse(303)], 200, ["200", "303"]],
  ["200 among several", [WithResponse(200), WithResponse(201)], 200, ["200", "201"]],
  ["several, not 200", [WithResponse(201), WithResponse(202)], 200, ["201", "202"]],
  ["a Status of its own", [Status(203), WithResponse(201)], 203, ["201", "203"]],
];

describe("the status of a returned value", () => {
  it.each(declared)("of a route that declares %s", async (_what, options, status) => {
    const server = await serve(new App({ Logger: recordingLogger() }).Get("/x", () => ({}), ...options));
    expect((await server.ask("GET /x")).status).toBe(status);
  });

  it.each(declared)(
    "is in the document of a route that declares %s",
    (_what, options, _status, documented) => {
      const app = new App({ Logger: recordingLogger() }).Get("/x", () => ({}), ...options);
      const statuses = Object.keys(app.Document().paths["/x"]?.get?.responses ?? {});
      expect(statuses.filter((status) => Number(status) < 400)).toEqual(documented);
    },
  );

  it("is that of a response declared on a router, and the record's", () => {
    const app = new App().Include(new Router("/x", WithResponse(201)).Get("/", () => 1));
    expect(app.Inspect().map(({ Status }) => Status)).toEqual([201]);
  });

  it("that none of several responses describes is warned of", () => {
    const logger = recordingLogger();
    new App({ Logger: logger }).Get("/x", () => 1, WithResponse(201), WithResponse(202)).Build();
    expect(logger.warn.mock.calls.map(([, message]) => message as string)).toEqual([
      "GET /x: the route declares no response for its status, 200, but others, for 201, 202: set the status with Status(...), or add a WithResponse",
    ]);
    const silent = recordingLogger();
    new App({ Logger: silent })
      .Get("/a", () => 1, Status(202), WithResponse(201), WithResponse(202))
      .Get("/b", () => 1, Status(202), WithResponse(201))
      .Build();
    expect(silent.warn).not.toHaveBeenCalled();
  });
});
