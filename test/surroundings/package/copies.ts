import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";

/** Uses what one copy made in an App of the other, and prints what came of it. */
const PROGRAM = `
const express = require("express");
const one = require("./shared/node_modules/versioned-controllers");
const two = require("versioned-controllers");

const V = one.DefineVersions("1", "2");
const object = (name) => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
  additionalProperties: false,
});
const standard = (name) => ({
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => object(name), output: () => object(name) },
  },
});
const Named = V.Change("2", "A cat's title is its name.");
const Cat = one.Versioned(standard("name")).Before(Named, standard("title"), one.Rename("title", "name"));
const Key = new one.SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, (req) => req.get("X-Key"));

const routes = new one.Router("/cats");
routes.Get("/", () => ({ name: "Tom" }), V.Since("1"), two.WithResponse(200, Cat));
routes.Get("/none", () => { throw new one.HTTPError(404, "no such cat"); }, V.Since("1"));
routes.Get("/me", (req) => [Key.Of(req), one.VersionOf(req), two.VersionOf(req)], V.Since("1"), two.WithSecurity(Key));

const app = new two.App({
  Versioning: { Type: two.VersioningCustom, Extractor: one.FromHeader("X-V"), Versions: V.List },
});
app.Include(routes);

const server = express().use(app.Build()).listen(0, async () => {
  const ask = async (path, headers) => {
    const answer = await fetch("http://127.0.0.1:" + server.address().port + path, { headers });
    return [answer.status, await answer.json()];
  };
  const answers = [
    await ask("/cats", { "X-V": "1" }),
    await ask("/cats/me", { "X-V": "2", "X-Key": "k" }),
    (await ask("/cats/none", { "X-V": "2" }))[0],
  ];
  console.log(JSON.stringify({ areTwo: one.App !== two.App, answers }));
  server.close();
});
`;

/** A package that was built on a copy of its own, and an application with another: one process has both. */
export async function testCopies(tally: Tally, project: string): Promise<void> {
  await tally.check("two copies in one process understand each other", () => {
    const other = join(project, "shared/node_modules");
    mkdirSync(other, { recursive: true });
    cpSync(join(project, "node_modules/versioned-controllers"), join(other, "versioned-controllers"), {
      recursive: true,
      dereference: true,
    });
    writeFileSync(join(project, "copies.cjs"), PROGRAM);
    assert.deepEqual(JSON.parse(runNode(project, "copies.cjs")), {
      areTwo: true,
      answers: [[200, { title: "Tom" }], [200, ["k", "2", "2"]], 404],
    });
  });
}
