import { testCommands } from "../../support/commands";
import { makeProjectInProcess } from "../../support/project";

testCommands(makeProjectInProcess);

it("an App of another copy of the package is an App", async () => {
  const project = makeProjectInProcess({ hasOwnCopy: true });
  project.write(
    "app.js",
    `const { App, VersioningHeader, WithVersion } = require("versioned-controllers");
     module.exports = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" } });
     module.exports.Get("/cats", () => [], WithVersion("1"));`,
  );
  const done = await project.run("routes", "app.js");
  project.remove();
  expect(done).toEqual({ code: 0, output: "           1\nGET /cats  served\n", errors: "" });
});
