import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import type { App, OpenAPIDocument, Version } from "versioned-controllers";
import { saveDocument } from "./save";

interface Verdicts {
  readonly passed: boolean;
  readonly said: string;
}

// The process outside of jest's context, whose require is Node's own: the judges, which take a second to load, are then loaded
// once for all test files of a worker.
const node = runInThisContext("process") as NodeJS.Process;
const { judge } = node.getBuiltinModule("node:module").createRequire(__filename)("./judge.cjs") as {
  readonly judge: (folders: readonly string[]) => Promise<Verdicts>;
};

/** The verdicts on the documents in a folder. */
export function judgeFolder(folder: string): Promise<Verdicts> {
  return judge([folder]);
}

/**
 * Gives an App's document, of all versions or of one, and has all that one test file asked for judged when its tests have run.
 *
 * Call it once, at the top of a test file: `const documentOf = judgedDocuments("ids");`
 */
export function judgedDocuments(file: string): (app: App, version?: Version) => OpenAPIDocument {
  const folder = mkdtempSync(join(tmpdir(), `documents-${file}-`));
  let count = 0;

  afterAll(async () => {
    const { passed, said } = await judgeFolder(folder);
    rmSync(folder, { recursive: true });
    if (!passed) throw new Error(said);
    expect(said).toContain(`${count} passed, 0 failed`);
  }, 60_000);

  return (app, version) => {
    const document = app.Document(version);
    count += 1;
    const name = `${file}-${String(count).padStart(3, "0")}`;
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
    saveDocument(name, document);
    return document;
  };
}
