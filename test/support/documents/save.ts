import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "../../.documents");

/** Keeps a document for test/support/documents/judge.mjs; the name becomes the file's. */
export function saveDocument(name: string, document: unknown): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    join(FOLDER, `${name.replace(/[^\w.-]+/g, "-")}.json`),
    JSON.stringify(document, undefined, 2),
  );
}
