import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as main from "versioned-controllers";
import * as check from "versioned-controllers/check";
import * as client from "versioned-controllers/client";
import * as docs from "versioned-controllers/docs";
import * as history from "versioned-controllers/history";
import * as historyTypes from "versioned-controllers/history-types";
import * as recordings from "versioned-controllers/recordings";
import * as server from "versioned-controllers/server";
import * as testing from "versioned-controllers/testing";
import * as tools from "versioned-controllers/tools";
import * as types from "versioned-controllers/types";
import * as usage from "versioned-controllers/usage";

const interfaces = join(__dirname, "../../../docs/reference/interface");

/** The values that the report of an entry's declarations exports; types are no names at run time. */
function reportedNames(entry: string): readonly string[] {
  const report = readFileSync(join(interfaces, `${entry}.d.ts`), "utf8");
  const [exported = ""] = report.split("// Not exported");
  const names = exported.matchAll(
    /^export declare (?:(?:abstract )?class|const|enum|function|let|var) (\w+)/gm,
  );
  return [...new Set([...names].map(([, name = ""]) => name))].toSorted();
}

const entries = {
  index: main,
  check,
  client,
  docs,
  history,
  "history-types": historyTypes,
  recordings,
  server,
  testing,
  tools,
  types,
  usage,
};

it("every entry has a report", () => {
  const reports = Object.keys(entries).map((entry) => `${entry}.d.ts`);
  expect(readdirSync(interfaces).toSorted()).toEqual(reports.toSorted());
});

it.each(Object.entries(entries))(
  "the entry %s holds the names of its report, and no others",
  (entry, api) => {
    const names = reportedNames(entry);
    // The entries of types hold no value.
    expect(names.length === 0).toBe(entry.endsWith("types"));
    expect(Object.keys(api).toSorted()).toEqual(names);
  },
);

it("a Router and an App show their public methods, and nothing else", () => {
  const methodsOf = (prototype: object) => Object.getOwnPropertyNames(prototype).toSorted();
  expect(methodsOf(main.Router.prototype)).toEqual([
    "Delete",
    "Get",
    "Handle",
    "Head",
    "Include",
    "Patch",
    "Post",
    "Put",
    "Query",
    "Routes",
    "constructor",
  ]);
  expect(methodsOf(main.App.prototype)).toEqual([
    "Build",
    "Changelog",
    "Document",
    "Inspect",
    "Lifecycles",
    "Use",
    "Versions",
    "constructor",
  ]);
  expect(Object.keys(new main.App())).toEqual([]);
  expect(Object.keys(new main.Router("/x"))).toEqual([]);
});

it("the versioning types and VersionNeutral are six different texts", () => {
  const {
    VersioningCustom,
    VersioningHeader,
    VersioningMediaType,
    VersioningNone,
    VersioningURI,
    VersionNeutral,
  } = main;
  const types = [VersioningNone, VersioningURI, VersioningHeader, VersioningMediaType, VersioningCustom];
  expect(new Set([...types, VersionNeutral]).size).toBe(6);
  // No header line, media type parameter or path segment can carry it as it stands.
  expect(VersionNeutral).toMatch(/^\0./);
});
