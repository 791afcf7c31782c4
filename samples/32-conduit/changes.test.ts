import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CheckChanges } from "versioned-controllers/check";
import app from "./app";

void test("the changes keep every law", () => CheckChanges(app));

void test("version 1 is what was frozen", () => {
  const frozen: unknown = JSON.parse(readFileSync(join(__dirname, "openapi/1.json"), "utf8"));
  assert.deepEqual(JSON.parse(JSON.stringify(app.Document("1"))), frozen);
});
