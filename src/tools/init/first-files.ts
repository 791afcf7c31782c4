const tsconfig = `{
  "compilerOptions": {
    // Node cannot run decorators. With this target, the compiler translates them.
    "target": "es2022",
    "module": "node20",
    "strict": true,
    // After you delete a version, the compiler lists the schemas and functions that are no longer used.
    "noUnusedLocals": true,
    "esModuleInterop": true,
    "skipLibCheck": true,
    "types": ["node"],
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`;

const versions = `import { DefineVersions } from "versioned-controllers";

export const V = DefineVersions("1", "2");

// Version 2 renames a field. cat.ts declares how clients of version 1 are served.
export const Birthday = V.Change("2", "A cat's \`born\` is \`birthday\`.");
`;

const schemas = `import { Each, Rename, Versioned } from "versioned-controllers";
import { z } from "zod";
import { Birthday } from "./versions.js";

// Documents, guides and tests show the examples.
const tom = { name: "Tom", birthday: "2019-04-01" };
const oldTom = { name: "Tom", born: "2019-04-01" };

const NewCat2 = z
  .object({ name: z.string().min(1), birthday: z.iso.date() })
  .meta({ title: "NewCat", examples: [tom] });
const NewCat1 = z
  .object({ name: z.string().min(1), born: z.iso.date() })
  .meta({ title: "NewCat", examples: [oldTom] });
const Cat2 = NewCat2.extend({ id: z.string() }).meta({ title: "Cat", examples: [{ ...tom, id: "1" }] });
const Cat1 = NewCat1.extend({ id: z.string() }).meta({ title: "Cat", examples: [{ ...oldTom, id: "1" }] });

// The newest schema comes first, and then the schema before the change. The controller only uses the newest.
export const NewCat = Versioned(NewCat2).Before(Birthday, NewCat1, Rename("born", "birthday"));
export const Cat = Versioned(Cat2).Before(Birthday, Cat1, Rename("born", "birthday"));
export const Cats = Cat.Within([Each], (cat) => z.array(cat));
`;

const controller = `import type { Request } from "express";
import {
  Get,
  HTTPError,
  Post,
  Router,
  Summary,
  WithBody,
  WithResponse,
  type OutputOf,
  type Typed,
} from "versioned-controllers";
import { Cat, Cats, NewCat } from "./cat.js";

@Router("/cats")
export class CatsController {
  readonly #cats: OutputOf<typeof Cat>[] = [
    { id: "1", name: "Tom", birthday: "2019-04-01" },
    { id: "2", name: "Kitty", birthday: "2021-10-31" },
  ];

  @Get("/", Summary("All cats"), WithResponse(200, Cats))
  list() {
    return this.#cats;
  }

  @Get("/{id}", Summary("One cat"), WithResponse(200, Cat), WithResponse(404))
  get(req: Request<{ id: string }>) {
    const cat = this.#cats.find(({ id }) => id === req.params.id);
    if (!cat) throw new HTTPError(404, \`there is no cat \${req.params.id}\`);
    return cat;
  }

  @Post("/", Summary("Add a cat"), WithBody(NewCat), WithResponse(201, Cat))
  add(req: Typed<{ body: typeof NewCat }>) {
    const cat = { ...req.body, id: String(this.#cats.length + 1) };
    this.#cats.push(cat);
    return cat;
  }
}
`;

const app = `import { App, VersioningURI } from "versioned-controllers";
import { CatsController } from "./cats-controller.js";
import { V } from "./versions.js";

const isDevelopment = process.env.NODE_ENV !== "production";

// The command uses this default export: npx versioned-controllers routes src/app.ts
export default new App(
  {
    Title: "Cats",
    // With Explain, a 404 contains the version that the request named, and the versions of the route.
    Versioning: { Type: VersioningURI, Versions: V.List, Explain: isDevelopment },
    // With CheckResponses, an answer that does not match its schema is a 500, and the log explains the difference.
    CheckResponses: isDevelopment,
  },
  // All routes are served in version 1 and in all later versions.
  V.Since("1"),
).Include(CatsController);
`;

const main = `import express from "express";
import { Docs } from "versioned-controllers/docs";
import app from "./app.js";

const port = Number(process.env.PORT ?? 3000);
express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(port, (error) => {
    if (error) throw new Error(\`\${error.message}: set another PORT, as in PORT=3001 npm start\`);
    console.log(\`http://localhost:\${port}/v2/cats, with its documentation at http://localhost:\${port}/docs/\`);
  });
`;

const test = `import { describe, it } from "node:test";
import { CheckChanges } from "versioned-controllers/check";
import { TestClient } from "versioned-controllers/testing";
import app from "./app.js";

void describe("cats", () => {
  void it("have a birthday in version 2", async () => {
    const tom = { id: "1", name: "Tom", birthday: "2019-04-01" };
    await TestClient(app, { Version: "2" }).get("/cats/1").expect(200, tom);
  });

  void it("are born in version 1", async () => {
    const client = TestClient(app, { Version: "1" });
    await client.get("/cats/1").expect(200, { id: "1", name: "Tom", born: "2019-04-01" });
    const whiskers = { name: "Whiskers", born: "2024-02-29" };
    await client.post("/cats").send(whiskers).expect(201, { id: "3", ...whiskers });
  });

  void it("are not served in version 3", async () => {
    await TestClient(app).get("/v3/cats").expect(404);
  });
});

void describe("changes", () => {
  void it("convert every version as its schemas say", async () => {
    await CheckChanges(app);
  });
});
`;

export interface FirstFile {
  readonly name: string;
  readonly text: string;
  /** The name that the file gets if `name` belongs to the user; undefined if no other file needs this one. */
  readonly otherName?: string;
}

/** The App's file, whose default export the command loads. */
export const appFile = "src/app.ts";

/** The file that starts the service. */
export const mainFile = "src/main.ts";

/** The files of a first service. A file comes after the files that it imports. */
export const firstFiles: readonly FirstFile[] = [
  { name: "tsconfig.json", text: tsconfig },
  { name: "src/versions.ts", text: versions, otherName: "src/api-versions.ts" },
  { name: "src/cat.ts", text: schemas, otherName: "src/api-cat.ts" },
  { name: "src/cats-controller.ts", text: controller, otherName: "src/api-cats-controller.ts" },
  { name: appFile, text: app, otherName: "src/api.ts" },
  { name: mainFile, text: main },
  { name: "src/cats-controller.test.ts", text: test },
];
