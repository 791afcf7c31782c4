import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "versioned-controllers";
import { appIn, loadModule } from "../../../../src/tools/cli/load";

// Modules that Node itself has to load are the matter of test/surroundings/command/loading.test.ts.
const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-load-"));

const otherCopy = { Interface: 2, Version: "9.9.9" };

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("a module that is not there is named as it was given", async () => {
  await expect(loadModule("./missing", folder)).rejects.toThrow("the module ./missing does not exist");
});

it("TypeScript needs tsx", async () => {
  writeFileSync(join(folder, "app.ts"), "");
  await expect(loadModule("app", folder)).rejects.toThrow("app is TypeScript: install tsx");
});

it.each([
  ["a default", (app: App) => ({ default: app })],
  ["a default in a default", (app: App) => ({ default: { default: app } })],
  ["a promise", (app: App) => ({ default: Promise.resolve(app) })],
  ["a promise in a default", (app: App) => ({ default: { default: Promise.resolve(app) } })],
])("an App is found as %s", async (_name, exporting) => {
  const app = new App();
  await expect(appIn(exporting(app), "app.js")).resolves.toBe(app);
});

it.each([
  ["nothing", {}, "the default export of app.js must be an App"],
  ["a class", { default: App }, "the default export of app.js must be an App"],
  ["null", { default: null }, "the default export of app.js must be an App"],
  [
    "other names",
    { app: new App(), default: {} },
    "the default export of app.js must be an App; it exports app",
  ],
  [
    "an App of a copy with another interface",
    { default: Object.defineProperty({}, Symbol.for("versioned-controllers"), { value: otherCopy }) },
    "the default export of app.js must be an App, got a value of versioned-controllers 9.9.9",
  ],
])("no App is found in %s", async (_name, exported, message) => {
  await expect(appIn(exported, "app.js")).rejects.toThrow(message);
});

it("a promise that rejects does not load", async () => {
  const exported = { default: Promise.reject(new Error("no database")) };
  await expect(appIn(exported, "app.js")).rejects.toThrow("app.js does not load: no database");
});
