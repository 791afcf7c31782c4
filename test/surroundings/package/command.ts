import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tally } from "../../support/tally";
import { run } from "../../support/run-process";

const app = `
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" } });
  app.Get("/cats", () => [], WithVersion("1", "2"));
  app.Get("/dogs", () => [], WithVersion("2"));`;
const names = "{ App, VersioningHeader, WithVersion }";
const table = ["           1       2", "GET /cats  served  served", "GET /dogs  -       starts", ""].join(
  "\n",
);

const modules = {
  "app.js": `const ${names} = require("versioned-controllers"); ${app} module.exports = app;`,
  "app.mjs": `import ${names} from "versioned-controllers"; ${app} export default app;`,
};

/** The command as npm has installed it, without tsx. */
export async function testCommand(tally: Tally, project: string): Promise<void> {
  for (const [name, text] of Object.entries(modules)) {
    await tally.check(`npx versioned-controllers routes ./${name}`, () => {
      writeFileSync(join(project, name), text);
      assert.equal(run(project, "npx", "versioned-controllers", "routes", `./${name}`), table);
    });
  }
  await tally.check("npx versioned-controllers freeze, check, diff", () => {
    const call = (...args: readonly string[]): string =>
      run(project, "npx", "versioned-controllers", ...args);
    assert.equal(call("freeze", "./app.js", "1"), `${join("openapi", "1.json")}: written\n`);
    assert.equal(call("check", "./app.js"), "version 1: no breaking change\nversion 2: not frozen\n");
    assert.equal(call("diff", "./app.js", "1", "2"), "# From version 1 to 2\n\n## Added\n\n- `GET /dogs`\n");
  });
}

/** With tsx, in each kind of module. */
export async function testCommandOnTypeScript(tally: Tally, project: string): Promise<void> {
  for (const name of ["command.ts", "command.mts"]) {
    await tally.check(`npx versioned-controllers routes ./${name}`, () => {
      writeFileSync(join(project, name), modules["app.mjs"]);
      assert.equal(run(project, "npx", "versioned-controllers", "routes", `./${name}`), table);
    });
  }
}
