import { App, VersioningMediaType, WithVersion } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

it("a type without a place for the version stays as the handler writes it", async () => {
  const app = new App({
    Logger: recordingLogger(),
    Versioning: { Type: VersioningMediaType, Key: "v" },
  }).Get(
    "/cats",
    (_req, res) => {
      res.writeHead(200, { "Content-Type": "text/html", "X-Cat": "Tom" }).end("Tom");
    },
    WithVersion("1"),
  );
  const { headers, text } = await (await serve(app)).ask("GET /cats", { Accept: "application/json;v=1" });
  expect([headers["content-type"], headers["x-cat"], text]).toEqual(["text/html", "Tom", "Tom"]);
});
