import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App, OpenAPIDocument, Version } from "versioned-controllers";
import { saveDocument } from "./save";

const judge = join(__dirname, "judge.mjs");

/** The verdicts of plain node on the documents in a folder: the judges are ES modules, which jest cannot import. */
export function judgeFolder(folder: string): Promise<{ passed: boolean; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [judge, folder], (error, stdout, stderr) => {
      resolve({ passed: error === null, said: stdout + stderr });
    });
  });
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
