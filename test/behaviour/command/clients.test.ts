import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  OperationID,
  VersioningHeader,
  WithBody,
  WithOperation,
  WithQuery,
  WithResponse,
  WithTags,
  WithVersion,
  type RouteOption,
} from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";

const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-clients-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A service of one route; more cats where several share a schema. */
function served(
  options: readonly RouteOption[],
  { path = "/cats/{id}", more = [] as readonly string[] } = {},
): App {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version" },
    Logger: { warn: () => undefined, error: () => undefined },
  });
  for (const one of [path, ...more]) app.Get(one, () => ({}), WithVersion("1"), ...options);
  return app;
}

const cat = (title: string, more: object = {}): object => ({
  title,
  type: "object",
  properties: { name: { type: "string" }, ...more },
});

const required = (...names: readonly string[]): RouteOption =>
  WithOperation({
    parameters: names.map((name) => ({ name, in: "query", required: true, schema: { type: "string" } })),
  });

let folders = 0;

async function checked(before: App, after: App, ...options: readonly string[]) {
  const dir = `frozen-${folders++}`;
  const run = (app: App, ...args: readonly string[]) =>
    runCommand([...args, "--dir", dir], { folder, load: () => Promise.resolve(app) });
  await run(before, "freeze", "app", "1");
  return {
    dir,
    without: await run(after, "check", "app"),
    ...(await run(after, "check", "app", "--clients", ...options)),
  };
}

const place = "GET /cats/{id}, generated code: ";

describe("check --clients fails on what breaks generated code, and no request", () => {
  it.each<[what: string, before: App, after: App, line: string]>([
    [
      "an operation id",
      served([OperationID("getCat")]),
      served([OperationID("cat")]),
      `${place}the operation id "getCat" is now "cat"`,
    ],
    [
      "the name of a component",
      served([WithResponse(200, cat("Cat"))]),
      served([WithResponse(200, cat("Kitty"))]),
      `${place}the component "Cat" is now the component "Kitty"`,
    ],
    [
      "the name of a component within another",
      served([WithResponse(200, cat("Cat", { owner: cat("Owner") }))]),
      served([WithResponse(200, cat("Cat", { owner: cat("Person") }))]),
      `${place}the component "Owner" is now the component "Person"`,
    ],
    [
      "a component that is none any more",
      served([WithResponse(200, cat("Cat"))]),
      served([WithResponse(200, { type: "object", properties: { name: { type: "string" } } })]),
      `${place}the component "Cat" is no longer a component`,
    ],
    [
      "the name of a path parameter",
      served([OperationID("cat")]),
      served([OperationID("cat")], { path: "/cats/{name}" }),
      `${place}the path parameter "id" is now "name"`,
    ],
    [
      "the first tag",
      served([WithTags("cats", "pets")]),
      served([WithTags("pets", "cats")]),
      `${place}the first tag "cats" is now "pets"`,
    ],
    ["a first tag", served([]), served([WithTags("pets")]), `${place}no first tag is now "pets"`],
    [
      "required parameters in another order",
      served([required("a", "b")]),
      served([required("b", "a")]),
      `${place}the required parameters changed their order: were query parameter "a", query parameter "b"; are query parameter "b", query parameter "a"`,
    ],
  ])("%s", async (_, before, after, line) => {
    const { code, output, without } = await checked(before, after);
    expect(without).toMatchObject({ code: 0, output: "version 1: no breaking change\n" });
    expect({ code, output }).toEqual({ code: 1, output: `version 1: 1 breaking change\n  ${line}\n` });
  });

  it.each<[what: string, before: App, after: App]>([
    ["a second tag", served([WithTags("cats", "pets")]), served([WithTags("cats")])],
    [
      "optional parameters in another order",
      served([WithQuery({ type: "object", properties: { a: {}, b: {} } })]),
      served([WithQuery({ type: "object", properties: { b: {}, a: {} } })]),
    ],
    [
      "a component that is new",
      served([WithResponse(200, { type: "object", properties: { name: { type: "string" } } })]),
      served([WithResponse(200, cat("Cat"))]),
    ],
    [
      "alternatives in another order",
      served([WithResponse(200, { anyOf: [cat("Cat"), cat("Dog", { barks: {} })] })]),
      served([WithResponse(200, { anyOf: [cat("Dog", { barks: {} }), cat("Cat")] })]),
    ],
  ])("passes over %s", async (_, before, after) => {
    expect(await checked(before, after)).toMatchObject({
      code: 0,
      output: "version 1: no breaking change\n",
    });
  });

  it("one renamed component is one finding, and beside it stays what breaks requests", async () => {
    const more = ["/kittens", "/toms", "/queens"];
    const before = served([WithResponse(200, cat("Cat", { age: {} }))], { more });
    const after = served([WithResponse(200, cat("Kitty"))], { more });
    const { output } = await checked(before, after);
    const operations = "(4 operations: GET /cats/{id}, GET /kittens, GET /queens and 1 more)";
    expect(output).toBe(`version 1: 2 breaking changes
  Cat: property "age" was removed ${operations}
  Cat: generated code: is now the component "Kitty" ${operations}
`);
  });

  it("--json says what it breaks", async () => {
    const { output } = await checked(served([OperationID("a")]), served([OperationID("b")]), "--json");
    expect(JSON.parse(output)).toEqual({
      ok: false,
      versions: [
        {
          version: "1",
          changes: [
            {
              breaking: true,
              breaks: "code",
              kind: "operation-id-changed",
              where: "GET /cats/{id}",
              subject: "generated code",
              what: 'generated code: the operation id "a" is now "b"',
            },
          ],
        },
      ],
    });
  });

  it("accepted.json holds, and its entries are not missed without --clients", async () => {
    const dir = "accepted";
    mkdirSync(join(folder, dir));
    const entry = { version: "1", where: "*", what: 'generated code: the operation id "a" is now "b"' };
    writeFileSync(
      join(folder, dir, "accepted.json"),
      JSON.stringify([{ ...entry, reason: "no client is generated" }]),
    );
    const run = (app: App, ...args: readonly string[]) =>
      runCommand([...args, "--dir", dir], { folder, load: () => Promise.resolve(app) });
    await run(served([OperationID("a")]), "freeze", "app", "1");
    const after = served([OperationID("b")]);
    expect(await run(after, "check", "app", "--clients")).toMatchObject({
      code: 0,
      output: `version 1: no breaking change, 1 accepted
  accepted: ${place}the operation id "a" is now "b" (no client is generated)
`,
    });
    expect((await run(after, "check", "app")).output).toBe("version 1: no breaking change\n");
  });

  it("a schema that refers to itself is walked once", async () => {
    const tree = (title: string): object => ({
      $ref: `#/$defs/${title}`,
      $defs: { [title]: nodeOf(title) },
    });
    const nodeOf = (title: string): object => ({
      type: "object",
      properties: { left: { $ref: `#/$defs/${title}` }, right: { $ref: `#/$defs/${title}` } },
    });
    const { output } = await checked(
      served([WithBody(tree("Tree"))], { path: "/trees" }),
      served([WithBody(tree("Node"))], { path: "/trees" }),
    );
    expect(output).toContain('the component "Tree" is now the component "Node"');
  });
});
