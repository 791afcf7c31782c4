import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blocksOf } from "../../documentation/markdown";
import { createTally } from "../../support/tally";
import { pack } from "../package/install";
import { testManagers } from "./managers";
import { serveRegistry } from "./registry";
import { output, whileStarted } from "./shell";

/*
 * README.md's "Start", by the letter, in an empty folder: the commands are those of the page. npm asks a
 * registry on this machine, which has the packed package under its name, and sends for everything else to the real one.
 */

const [commands = ""] = blocksOf("README.md")
  .filter(({ info, text }) => info === "sh" && text.includes("versioned-controllers init"))
  .map(({ text }) => text);

async function main(): Promise<void> {
  const tally = createTally();
  const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-"));
  const project = join(folder, "own-project");
  mkdirSync(project);
  const registry = await serveRegistry(pack(folder));
  // npx asks before it installs; somebody at a terminal says yes.
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_yes: "true",
    PORT: String(await freePort()),
  };
  try {
    await tally.check(`README's commands start a service: ${commands.replace("\n", "; ")}`, async () => {
      assert.match(commands, /npm start$/);
      const started = { cwd: project, env, pattern: /http:\/\/localhost:(\d+)\/v2\/cats/ };
      await whileStarted(commands, started, async (address) => {
        const answer = await fetch(address);
        assert.equal(
          await answer.text(),
          `[{"id":"1","name":"Tom","birthday":"2019-04-01"},{"id":"2","name":"Kitty","birthday":"2021-10-31"}]`,
        );
        const former = await fetch(address.replace("/v2/", "/v1/"));
        assert.match(await former.text(), /"born":"2019-04-01"/);
        const page = await fetch(address.replace("/v2/cats", "/docs/"));
        assert.equal(page.status, 200);
        assert.match(await page.text(), /swagger-ui/);
      });
    });
    await tally.check("npm test passes, and runs the tests of each version", async () => {
      assert.match(await output("npm test", project, env), /^(?:#|ℹ) pass 4$/m);
    });
    await tally.check("the compiler accepts what was written", async () => {
      assert.equal(await output("npx tsc --noEmit", project, env), "");
    });
    await tally.check(
      "npm run check compiles, freezes both versions, and finds no breaking change",
      async () => {
        const printed = await output("npm run check", project, env);
        assert.match(printed, /version 1: no breaking change\nversion 2: no breaking change/);
      },
    );
    await tally.check("the command shows its routes", async () => {
      assert.equal(
        await output("npx versioned-controllers routes src/app.ts", project, env),
        "                1       2\nGET /cats       served  served\nGET /cats/{id}  served  served\nPOST /cats      served  served\n",
      );
    });
    await tally.check("a second init overwrites nothing", async () => {
      const file = join(project, "src/app.ts");
      writeFileSync(file, "// mine\n");
      await output("npx versioned-controllers init", project, env);
      assert.equal(readFileSync(file, "utf8"), "// mine\n");
    });
    await tally.check("after npm init -y too, npm test runs the tests that were written", async () => {
      const begun = join(folder, "begun-by-npm");
      mkdirSync(begun);
      await output("npm init -y", begun, env);
      assert.match(
        await output("npx versioned-controllers init", begun, env),
        /^package\.json: added start, dev, test, /,
      );
      await output("npm install", begun, env);
      assert.match(await output("npm test", begun, env), /^(?:#|ℹ) pass 4$/m);
      assert.equal(await output("npx tsc --noEmit", begun, env), "");
    });
    await tally.check("without swagger-ui-express, Docs says what to install", async () => {
      await output("npm uninstall swagger-ui-express", project, env);
      const program =
        'import { App } from "versioned-controllers"; import { Docs } from "versioned-controllers/docs"; try { Docs(new App()); } catch (error) { console.log(error.message); }';
      assert.equal(
        await output(`node --input-type=module -e '${program}'`, project, env),
        "Docs needs swagger-ui-express: run npm install swagger-ui-express\n",
      );
    });
    await testManagers(tally, folder, env);
  } finally {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
  tally.finish();
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

void main();
