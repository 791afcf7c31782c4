import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Tally } from "../../support/tally";

/** A program; what an editor shows is asked for at each mark. */
const PROGRAM = `import { App, DefineVersions, Rename, Versioned, WithBody, WithParams, WithQuery } from "versioned-controllers";
import { z } from "zod";
const NewCat = z.object({ name: z.string(), lives: z.number().default(9) });
const Page = z.object({ page: z.coerce.number() });
const app = new App();
app./*registered*/Get("/cats/{id}", (/*text*/req) => req./*params*/params.id);
app.Post("/cats", (/*body*/req) => req./*bodyAlone*/body.name, WithBody(NewCat));
app.Put("/cats/{page}", (/*several*/req) => req.body.name, WithParams(Page), WithQuery(Page), WithBody(NewCat));
const V = DefineVersions("1", "2");
const Cat = Versioned(NewCat).Before(V.Change("2", "x"), z.object({ title: z.string(), lives: z.number() }), Rename("title", "name"));
app.Post("/dogs", (/*ofHistory*/req) => req.body.name, WithBody(/*history*/Cat));
`;

const HOVERS: Readonly<Record<string, string>> = {
  text: `(parameter) req: Offered<{
    params: Record<"id", string>;
    query: any;
    headers: IncomingHttpHeaders;
    cookies: any;
    body: any;
}, never>`,
  body: `(parameter) req: Offered<{
    params: Record<never, string>;
    query: any;
    headers: IncomingHttpHeaders;
    cookies: any;
    body: {
        name: string;
        lives: number;
    };
}, "body">`,
  params: '(property) params: Record<"id", string>',
  bodyAlone: `(property) body: {
    name: string;
    lives: number;
}`,
  several: `(parameter) req: Offered<{
    params: {
        page: number;
    } & Omit<Record<"page", string>, "page">;
    query: {
        page: number;
    };
    headers: IncomingHttpHeaders;
    cookies: any;
    body: {
        name: string;
        lives: number;
    };
}, "params" | "query" | "body">`,
  ofHistory: `(parameter) req: Offered<{
    params: Record<never, string>;
    query: any;
    headers: IncomingHttpHeaders;
    cookies: any;
    body: {
        name: string;
        lives: number;
    };
}, "body">`,
};

/** The most lines of what else is shown: of a history they are as many as the members of its two schemas. */
const LINES: Readonly<Record<string, number>> = { registered: 10, history: 10 };

/** What an editor shows of a function's request: its values, and not the schemas. */
export async function testHovers(tally: Tally, project: string): Promise<void> {
  const file = join(project, "hovers.ts");
  writeFileSync(file, PROGRAM);
  const service = languageService(file);
  for (const [mark, expected] of Object.entries(HOVERS)) {
    await tally.check(`an editor shows the values of a request: ${mark}`, () => {
      assert.equal(hoverAt(service, file, mark), expected);
    });
  }
  for (const [mark, most] of Object.entries(LINES)) {
    await tally.check(`an editor shows in ${most} lines: ${mark}`, () => {
      const text = hoverAt(service, file, mark);
      assert.ok(text !== "" && text.split("\n").length <= most, text);
    });
  }
}

function hoverAt(service: ts.LanguageService, file: string, mark: string): string {
  const comment = `/*${mark}*/`;
  const info = service.getQuickInfoAtPosition(file, PROGRAM.indexOf(comment) + comment.length);
  return ts.displayPartsToString(info?.displayParts);
}

function languageService(file: string): ts.LanguageService {
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.Node20,
    target: ts.ScriptTarget.ES2022,
    types: ["node"],
    skipLibCheck: true,
  };
  return ts.createLanguageService({
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path, encoding) => ts.sys.readFile(path, encoding),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => join(file, ".."),
    getCompilationSettings: () => options,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  });
}
