import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  VersioningHeader,
  WithBody,
  WithResponse,
  WithVersion,
  type RouteOption,
} from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "versioned-controllers-openapi-30-"));
  mkdirSync(join(folder, "openapi"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const catsWith = (...options: readonly RouteOption[]): App =>
  new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version" },
    Logger: { warn: () => undefined, error: () => undefined },
  }).Post("/cats", () => ({}), WithVersion("1"), ...options);

/** Checks the App against its own document, frozen in other words: `written` in the place of `shown`. */
async function checkedAgainst(
  app: App,
  shown: object,
  written: object,
): Promise<[code: number, output: string]> {
  const text = JSON.stringify({ ...app.Document("1"), openapi: "3.0.3" });
  expect(text).toContain(JSON.stringify(shown));
  writeFileSync(join(folder, "openapi/1.json"), text.replace(JSON.stringify(shown), JSON.stringify(written)));
  const { code, output } = await runCommand(["check", "app"], { folder, load: () => Promise.resolve(app) });
  return [code, output];
}

describe("check reads a frozen document as OpenAPI 3.0 means it", () => {
  const body = (member: object): RouteOption => WithBody({ type: "object", properties: { name: member } });
  const answer = (member: object): RouteOption =>
    WithResponse(200, { type: "object", properties: { name: member } });

  it.each<[what: string, option: RouteOption, shown: object, written: object, code: number]>([
    [
      "nullable that stays is no change",
      answer({ type: "string", nullable: true }),
      { type: ["string", "null"] },
      { type: "string", nullable: true },
      0,
    ],
    [
      "nullable that a request no longer has is breaking",
      body({ type: "string" }),
      { type: "string" },
      { type: "string", nullable: true },
      1,
    ],
    [
      "nullable that a response has got is breaking",
      answer({ type: "string", nullable: true }),
      { type: ["string", "null"] },
      { type: "string" },
      1,
    ],
    [
      "nullable without a type that is gone is no change",
      answer({ description: "a" }),
      { description: "a" },
      { description: "a", nullable: true },
      0,
    ],
    [
      "a limit that a request has got is breaking",
      body({ type: "number", minimum: 0, exclusiveMinimum: true }),
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", minimum: 0 },
      1,
    ],
    [
      "the same limit is no change",
      body({ type: "number", minimum: 0, exclusiveMinimum: true }),
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", minimum: 0, exclusiveMinimum: true },
      0,
    ],
  ])("%s", async (_what, option, shown, written, code) => {
    expect((await checkedAgainst(catsWith(option), shown, written))[0]).toBe(code);
  });
});

it("check does not count a new required member with a default as breaking", async () => {
  const order = (required: readonly string[], amount: object): RouteOption =>
    WithBody({ type: "object", required, properties: { item: { type: "string" }, ...amount } });
  const was = catsWith(order(["item"], {}));
  const is = (amount: object): App => catsWith(order(["item", "amount"], { amount }));
  writeFileSync(join(folder, "openapi/1.json"), JSON.stringify(was.Document("1")));
  const codeOf = async (app: App): Promise<number> =>
    (await runCommand(["check", "app"], { folder, load: () => Promise.resolve(app) })).code;
  expect(await codeOf(is({ type: "integer", default: 1 }))).toBe(0);
  expect(await codeOf(is({ type: "integer" }))).toBe(1);
});
