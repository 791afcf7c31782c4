import { schemes } from "../../support/schemes";
import { uuid } from "../../support/expected";
import { hostileApp, hostileRequests, pathless, requestOf } from "../../support/hostile";
import { recordingLogger } from "../../support/logger";
import { serve, type Answer } from "../../support/serve";

/** A route's own answer, or the uniform error with its id. */
function expectAnswer(answer: Answer | undefined, isHead: boolean): void {
  if (!answer) throw new Error("no answer");
  expect(answer.status).toBeLessThan(500);
  if (isHead || answer.text.startsWith("route")) return;
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const { error, request_id } = answer.json as { error: object; request_id: string };
  expect(error).toMatchObject({ code: "not_found", status: 404 });
  expect(request_id).toMatch(uuid);
  expect(answer.headers["x-request-id"]).toBe(request_id);
}

describe.each(schemes.map((scheme) => [scheme.name, scheme] as const))(
  "under %s exactly one answer, a route's own or JSON with a request id, never a 5xx",
  (_name, scheme) => {
    it.each(Object.entries(hostileRequests))("%s", async (_what, bytes) => {
      const logger = recordingLogger();
      let seen = 0;
      const app = hostileApp(scheme, logger).Use((_req, _res, next) => {
        seen += 1;
        next();
      });
      const answers = await (await serve(app)).send(bytes);
      expect(answers).toHaveLength(1);
      expect(seen).toBe(pathless.includes(bytes) ? 0 : 1);
      if (seen > 0) expectAnswer(answers[0], bytes.startsWith("HEAD "));
      expect(logger.error).not.toHaveBeenCalled();
    });
  },
);

describe("two requests on one connection have two answers", () => {
  it.each(schemes.map((scheme) => [scheme.name, scheme] as const))("under %s", async (_name, scheme) => {
    const server = await serve(hostileApp(scheme));
    const answers = await server.send(`GET /%zz HTTP/1.1\r\nHost: test\r\n\r\n${requestOf("GET /")}`);
    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
  });
});
