const tsconfig = `{
  "compilerOptions": {
    // Node does not run decorators: with this target the compiler translates them.
    "target": "es2022",
    "module": "node20",
    "strict": true,
    "esModuleInterop": true,
    "skipLibCheck": true,
    "types": ["node"],
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`;

const controller = `import type { Request } from "express";
import { Get, HTTPError, Router, WithVersion } from "versioned-controllers";

const cats = [
  { id: "1", name: "Tom", born: 2019 },
  { id: "2", name: "Kitty", born: 2021 },
];

@Router("/cats")
export class CatsController {
  // Version 1 knows nothing but names.
  @Get("/", WithVersion("1"))
  names() {
    return cats.map(({ name }) => name);
  }

  @Get("/", WithVersion("2"))
  list() {
    return { cats, total: cats.length };
  }

  // The same in both.
  @Get("/{id}", WithVersion("1", "2"))
  get(req: Request<{ id: string }>) {
    const cat = cats.find(({ id }) => id === req.params.id);
    if (!cat) throw new HTTPError(404, \`there is no cat \${req.params.id}\`);
    return cat;
  }
}
`;

const app = `import { App, VersioningURI } from "versioned-controllers";
import { CatsController } from "./cats-controller.js";

// By default, for the command: npx versioned-controllers routes ./src/app.ts
export default new App({ Title: "Cats", Versioning: { Type: VersioningURI } }).Include(CatsController);
`;

const main = `import express from "express";
import app from "./app.js";

const port = Number(process.env.PORT ?? 3000);
express()
  .use(app.Build())
  .listen(port, () => {
    console.log(\`http://localhost:\${port}/v2/cats\`);
  });
`;

const test = `import { describe, it } from "node:test";
import { TestClient } from "versioned-controllers/testing";
import app from "./app.js";

void describe("cats", () => {
  void it("are names in version 1", async () => {
    await TestClient(app, { Version: "1" }).get("/cats").expect(200, ["Tom", "Kitty"]);
  });

  void it("have a year of birth in version 2", async () => {
    await TestClient(app, { Version: "2" }).get("/cats/1").expect(200, { id: "1", name: "Tom", born: 2019 });
  });

  void it("are not served in version 3", async () => {
    await TestClient(app).get("/v3/cats").expect(404);
  });
});
`;

/** The files of a first service, by their paths. */
export const firstFiles: ReadonlyMap<string, string> = new Map([
  ["tsconfig.json", tsconfig],
  ["src/main.ts", main],
  ["src/app.ts", app],
  ["src/cats-controller.ts", controller],
  ["src/cats-controller.test.ts", test],
]);
