import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";

/** The names that every file below may use. */
const CONTEXT = `
import { z } from "zod";
import type { Request } from "express";
import * as all from "versioned-controllers";

export const Cat = z.object({ name: z.string() });
export const Cat1 = z.object({ title: z.string() });
export const V = all.DefineVersions("1", "2");
export const Named = V.Change("2", "A cat's \`title\` is \`name\`.");
export const Legacy = z.object({ was: z.string() });
export const Key = new all.SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, (req: Request) =>
  req.get("X-Key") === "open" ? { id: 1 } : undefined,
);
export const Zone = all.Context<string>("zone", { Example: "UTC" });
export const app = new all.App();
`;

/** One use of each value that an entry exports, as a module may export it. */
const USES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "versioned-controllers": {
    AnyOf: "AnyOf(Key, Anonymous)",
    Anonymous: "Anonymous",
    App: "new App({}, WithTags('cats')).Get('/', () => ({ name: 'Tom' }), WithResponse(200, Cat))",
    AtOrBefore: "AtOrBefore(FromHeader('X-Date'))",
    Before: "Before(Named, Status(200))",
    BuildError: "BuildError",
    ByPrincipal: "ByPrincipal(Key, ({ id }) => String(id))",
    Carry: "Carry({ name: 'Tom' }, { was: 'x' })",
    Catalog: "Catalog(app, { Base: 'https://example.org' })",
    Change: "Change('2', 'A change.')",
    Context: "Context<{ id: number }>('tenant', { Example: { id: 1 } })",
    DefineVersions: "DefineVersions('1', '2')",
    Delete: "Delete('/', WithResponse(200, Cat))",
    Deprecated: "Deprecated()",
    Described: "Described((req: Request) => req.get('X-V'), { Header: 'X-V' })",
    Description: "Description('All of them')",
    Each: "Each",
    FormOf: "FormOf",
    FirstOf: "FirstOf(FromHeader('X-V'), FromQuery('v'))",
    FromCookie: "FromCookie('v')",
    FromHeader: "FromHeader('X-V')",
    FromMediaType: "FromMediaType('v')",
    FromQuery: "FromQuery('v')",
    Get: "Get('/{id}', WithQuery(Cat), WithResponse(200, Cat), WithResponse(204))",
    HTTPError: "new HTTPError(404, 'no such cat')",
    Handle: "Handle('REPORT', '/', WithResponse(200, Cat))",
    JSONSchemaOf: "JSONSchemaOf<{ name: string }>({ type: 'object' })",
    Same: "Versioned(Cat).Before(Named, Cat, Same)",
    HasChange: "HasChange",
    Head: "Head('/')",
    Hidden: "Hidden()",
    IsAtLeast: "IsAtLeast",
    Nothing: "Versioned(Cat).Before(Named, Nothing, { Up: () => ({ name: '' }) })",
    Now: "Now",
    OneOf: "OneOf((value: unknown) => (value === 1 ? Cat : Cat1), [Cat, Cat1])",
    OneOrEach: "OneOrEach",
    OperationID: "OperationID('list')",
    Patch: "Patch(WithBody(Cat))",
    Post: "Post('/', WithBody(Cat), WithResponse(201, Cat))",
    ProblemDetails: "ProblemDetails",
    Put: "Put('/')",
    Query: "Query('/', WithBody(Cat))",
    Rename: "Versioned(Cat).Before(Named, Cat1, Rename('title', 'name'))",
    RenameHeader: "RenameHeader('X-Old', 'X-New')",
    RequestID: "RequestID",
    Restatus: "Restatus(409, 422)",
    RouteOf: "RouteOf",
    Routes: "Routes(V)",
    Router: "new Router('/cats').Post('/', (req) => req.body, WithBody(Cat), WithResponse(201, Cat))",
    SecurityScheme: "new SecurityScheme('bearer', { type: 'http', scheme: 'bearer' }, () => ({ id: 1 }))",
    ServerSentEvent: "ServerSentEvent({ Data: { name: 'Tom' }, ID: '7' })",
    Shadow:
      "Shadow(V.Until('1'), () => ({ title: 'Tom' }), { Answer: 'new', OnDifference: () => undefined })",
    Since: "Since('1')",
    Status: "Status(201)",
    Summary: "Summary('All cats')",
    Together:
      "Together([[Versioned(Cat).Before(Named, Cat1, Rename('title', 'name')), ['cat']]], (cat) => z.object({ cat }))",
    Until: "Until('1')",
    VersionNeutral: "VersionNeutral",
    VersionOf: "VersionOf",
    Versioned:
      "Versioned(Cat).Carrying(Legacy).Before(Named, Cat1, { Down: (cat, { was }) => ({ title: cat.name + was }), Up: ({ title }) => ({ name: title }) })",
    VersioningCustom: "VersioningCustom",
    VersioningHeader: "VersioningHeader",
    VersioningMediaType: "VersioningMediaType",
    VersioningNone: "VersioningNone",
    VersioningURI: "{ Type: VersioningURI }",
    WithBody: "WithBody(Cat, { Limit: '1kb' })",
    WithChanges: "WithChanges(Named)",
    WithContext: "WithContext(Zone, () => 'UTC')",
    WithCookies: "WithCookies(Cat)",
    WithGuards: "WithGuards(() => true)",
    WithHeaders: "WithHeaders(Cat)",
    WithLifecycle: "WithLifecycle({ Deprecated: '2026-01-01' })",
    WithMiddleware: "WithMiddleware((_req, _res, next) => { next(); })",
    WithOperation: "WithOperation({ externalDocs: { url: 'https://example.org' } })",
    WithParams: "WithParams(z.object({ id: z.coerce.number() }))",
    WithPrefix: "WithPrefix('/api')",
    WithQuery: "WithQuery(Cat)",
    WithResponse:
      "WithResponse(200, Versioned(Cat).Before(Named, Cat1, Rename('title', 'name')), { Type: 'application/json' })",
    WithSecurity: "WithSecurity(Key.With('cats:read'))",
    WithTags: "WithTags('cats')",
    WithVersion: "WithVersion('1')",
    WithoutHeader: "WithoutHeader('X-New')",
  },
  "versioned-controllers/docs": { Docs: "Docs(app)" },
  "versioned-controllers/testing": { TestClient: "TestClient(app, { Version: '1' })" },
  "versioned-controllers/server": {
    CreateServer: "CreateServer(app)",
    CreateFetch: "CreateFetch(app)",
    VersionOfUpgrade: "VersionOfUpgrade",
  },
  "versioned-controllers/check": { CheckChanges: "CheckChanges(app)", Replay: "Replay(app, [])" },
  "versioned-controllers/recordings": { Recorder: "Recorder({ Write: () => undefined, Redact: [] })" },
  "versioned-controllers/usage": { UsageCounter: "UsageCounter()" },
  "versioned-controllers/client": {
    VersionedFetch: "VersionedFetch('https://example.org', { Version: '2', By: { Header: 'X-V' } })",
  },
  "versioned-controllers/history": {
    Carry: "Carry({ name: 'Tom' }, { was: 'x' })",
    Context: "Context<{ id: number }>('tenant', { Example: { id: 1 } })",
    DefineVersions: "DefineVersions('1', '2')",
    Each: "Each",
    HTTPError: "new HTTPError(404, 'no such cat')",
    JSONSchemaOf: "JSONSchemaOf<{ name: string }>({ type: 'object' })",
    Nothing: "Versioned(Cat).Before(Named, Nothing, { Up: () => ({ name: '' }) })",
    Now: "Now",
    OneOf: "OneOf((value) => ('title' in value ? Cat1 : Cat), [Cat, Cat1])",
    OneOrEach: "OneOrEach",
    Rename: "Versioned(Cat).Before(Named, Cat1, Rename('title', 'name'))",
    Same: "Versioned(Cat).Before(Named, Cat, Same)",
    Together: "Together([[Versioned(Cat), ['cats', Each]]], (cat) => z.object({ cats: z.array(cat) }))",
    Versioned:
      "Versioned(Cat).Carrying(Cat1).Added(Named, { name: 'Tom' }).Within([Each], (cat) => z.array(cat))",
  },
  "versioned-controllers/tools": { ToolsOf: "ToolsOf(app, { Version: '1' })" },
  "versioned-controllers/history-types": {},
  "versioned-controllers/types": {},
};

const FOR_FRONT_ENDS = "versioned-controllers/history";

/** What `DefineVersions` gives, each once. */
const OF_VERSIONS: Readonly<Record<string, string>> = {
  Change: "V.Change('2', 'Another change.')",
  Extractor: "V.Extractor((req) => (req.get('X-V') === '2' ? '2' : '1'))",
  List: "V.List",
  Read: "V.Read(Versioned(Cat).Before(Named, Cat1, Rename('title', 'name')), '1', { title: 'Tom' })",
  Show: "V.Show(Versioned(Cat).Before(Named, Cat1, Rename('title', 'name')), '1', { name: 'Tom' })",
  Since: "V.Since('1')",
  Stored: "V.Stored(Versioned(Cat).Before(Named, Cat1, Rename('title', 'name')))",
  Until: "V.Until('1')",
  Webhook: "V.Webhook('cat.added', Cat)",
  WithVersion: "V.WithVersion('1', '2')",
};

/** Those of `DefineVersions` that the entry for front ends has. */
const OF_HISTORIES = Object.fromEntries(
  Object.entries(OF_VERSIONS).filter(([name]) => ["Change", "List", "Read", "Show", "Stored"].includes(name)),
);

/** Each file exports one value that it has made: the compiler has to name its type by an entry of the package. */
export async function testExported(
  tally: Tally,
  project: string,
  compilers: readonly string[],
): Promise<void> {
  const folder = join(project, "exported");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, "context.ts"), CONTEXT);
  const main = Object.keys(USES["versioned-controllers"] ?? {}).join(", ");
  for (const [entry, uses] of Object.entries({ ...USES, V: OF_VERSIONS })) {
    // These have the names of the main entry, and a program of their own.
    if (entry === FOR_FRONT_ENDS) continue;
    for (const [name, use] of Object.entries(uses)) {
      const own = entry.includes("/") ? `import { ${name} } from "${entry}";\n` : "";
      writeFileSync(
        join(folder, `${entry.replaceAll("/", "-")}-${name}.ts`),
        `import { z } from "zod";
import type { Request } from "express";
import { ${main} } from "versioned-controllers";
import { app, Cat, Cat1, Key, Legacy, Named, V, Zone } from "./context";
${own}export const made = ${use};
`,
      );
    }
  }
  await tally.check("the table of exported values has every entry", () => {
    const manifest = JSON.parse(
      runNode(project, "-p", `JSON.stringify(require("versioned-controllers/package.json"))`),
    ) as {
      readonly exports: object;
    };
    const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith(".json"));
    assert.deepEqual(
      Object.keys(USES).sort(),
      entries.map((entry) => entry.replace(".", "versioned-controllers")).sort(),
    );
  });
  for (const entry of Object.keys(USES)) {
    await tally.check(`the table of exported values has all that ${entry} exports`, () => {
      const names = JSON.parse(
        runNode(project, "-p", `JSON.stringify(Object.keys(require("${entry}")))`),
      ) as string[];
      assert.deepEqual(Object.keys(USES[entry] ?? {}).sort(), names.sort());
    });
  }
  const compilerOptions = {
    strict: true,
    target: "es2022",
    lib: ["es2023", "esnext.decorators"],
    module: "node16",
    types: ["node"],
    skipLibCheck: true,
    esModuleInterop: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ".",
    outDir: "out",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  writeFrontEnd(join(folder, "front-end"), compilerOptions);
  for (const compiler of compilers) {
    await tally.check(`each exported value has a declaration: ${compiler}`, () => {
      runNode(project, `node_modules/${compiler}/bin/tsc`, "-p", "exported");
    });
    await tally.check(`each exported value of a front end has a declaration: ${compiler}`, () => {
      runNode(project, `node_modules/${compiler}/bin/tsc`, "-p", "exported/front-end");
    });
  }
}

/** The same by the entry for front ends alone: no file of the program imports the main entry. */
function writeFrontEnd(folder: string, compilerOptions: object): void {
  mkdirSync(folder);
  const uses = { ...USES[FOR_FRONT_ENDS], ...OF_HISTORIES };
  const names = Object.keys(USES[FOR_FRONT_ENDS] ?? {}).join(", ");
  for (const [name, use] of Object.entries(uses)) {
    writeFileSync(
      join(folder, `${name}.ts`),
      `import { z } from "zod";
import { ${names} } from "${FOR_FRONT_ENDS}";
const Cat = z.object({ name: z.string() });
const Cat1 = z.object({ title: z.string() });
const V = DefineVersions("1", "2");
const Named = V.Change("2", "A cat's title is its name.");
export const made = ${use};
`,
    );
  }
  const settings = { compilerOptions: { ...compilerOptions, types: [] }, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
}
