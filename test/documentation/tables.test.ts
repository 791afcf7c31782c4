import { argumentsInWords } from "../../src/tools/cli/run";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import Ajv2020 from "ajv/dist/2020";
import express from "express";
import request from "supertest";
import * as v from "valibot";
import { z } from "zod";
import {
  App,
  OperationID,
  VersionNeutral,
  VersioningHeader,
  VersioningURI,
  WithResponse,
  WithVersion,
  type Schema,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import * as main from "versioned-controllers";
import { namedArguments } from "../../src/core/check/arguments";
import { exitCodes } from "../../src/tools/cli/command";
import { commands } from "../../src/tools/cli/commands";
import type { OptionObject } from "../../src/core/model/setting";
import { everyOption } from "../support/options";
import { pages, root, tablesOf, type Table } from "./markdown";
import { tableHolders } from "./table-holders";

/*
 * Tables of the reference that repeat what a table or a type of the code holds; names of all tables are held by reference.test.ts.
 */

function tableOf(page: string, heading: string, position = 0): Table {
  const found = tablesOf(page).filter((table) => table.heading === heading)[position];
  if (!found) throw new Error(`${page} has no table below ${heading}`);
  return found;
}

/** The code in a cell: `--dir`, `--json`. */
function codeIn(cell = ""): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

function firstNames({ rows }: Table): readonly string[] {
  return rows.map(([first = ""]) => /`(\w+)/.exec(first)?.[1] ?? "");
}

it("every table of the pages has a file that holds it", () => {
  const tables = pages()
    // A decision keeps what was measured for it.
    .filter((page) => !page.startsWith("docs/decisions/"))
    .flatMap(tablesOf)
    .map(({ page, heading, columns: [first = ""] }) => `${page}, ${heading}: ${first}`);
  expect(Object.values(tableHolders).flat().toSorted()).toEqual(tables.toSorted());
  expect(Object.keys(tableHolders).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it("every named argument is in the section of argument-invalid, with what it must be", () => {
  const rows = tableOf("docs/problems.md", "argument-invalid").rows.map(([name, expected]) => [
    name,
    expected,
  ]);
  const all = [...namedArguments, ...everyOption.flatMap((option) => option.arguments)];
  expect(rows.toSorted()).toEqual(all.map(({ name, expected }) => [name, expected]).toSorted());
});

it("every command is in the reference, with its arguments and options, in the order of the help", () => {
  const { rows } = tableOf("docs/reference/command.md", "Commands");
  expect(rows.map(([call, options]) => [codeIn(call), codeIn(options).toSorted()])).toEqual(
    commands
      .flatMap((command) => [command, ...(command.otherForm ? [{ ...command, ...command.otherForm }] : [])])
      .map((command) => [
        [`${command.name} ${argumentsInWords(command)}`.trimEnd()],
        Object.keys(command.options)
          .map((name) => `--${name}`)
          .toSorted(),
      ]),
  );
});

it("every exit code is in the reference", () => {
  const { rows } = tableOf("docs/reference/command.md", "Exit codes");
  expect(rows.map(([code]) => Number(code))).toEqual(Object.values(exitCodes));
});

describe("the table of options", () => {
  const rows = new Map(
    tableOf("docs/reference/options.md", "All options").rows.map((row) => [
      /\w+/.exec(row[0] ?? "")?.[0],
      row,
    ]),
  );

  it.each(everyOption.map((option) => [option.name, option] as const))(
    "%s: the places that it has a meaning at",
    (name, { places: { home } }) => {
      const [, onRoutes, onRouters] = rows.get(name) ?? [];
      const yes = home === "nowhere" ? "in `Before`" : "yes";
      expect([onRoutes, onRouters]).toEqual([home === "router" ? "no" : yes, home === "route" ? "no" : yes]);
    },
  );

  it.each(everyOption.map((option) => [option.name, option] as const))(
    "%s: whether several places add up",
    (name, option) => {
      expect(rows.get(name)?.[3]).toMatch(wordsFor(option));
    },
  );

  function wordsFor({ places: { home }, repeats }: OptionObject): RegExp {
    if (home === "route") return /only on the route/;
    return repeats === "adds" ? /added up|joined|true if any|merged/ : /nearest/;
  }
});

it("every way to name a version is in the reference", () => {
  const types = Object.keys(main).filter((name) => name.startsWith("Versioning"));
  expect([...firstNames(tableOf("docs/reference/versions.md", "VersioningType"))].toSorted()).toEqual(
    types.toSorted(),
  );
});

describe("the table of Docs", () => {
  const app = new App({ Versioning: { Type: VersioningURI, Versions: ["1", "2"] } });
  app.Get("/cats", () => [], WithVersion("1", "2"));
  const server = express().use("/docs", Docs(app));
  const served = tableOf("docs/reference/document.md", "Docs").rows.flatMap(([path]) => codeIn(path));

  it.each(served)("%s is served", async (path) => {
    const address = path.replace("<version>", "1").replace("<from>", "1").replace("<to>", "2");
    const { status } = await request(server).get(address);
    expect(status).toBe(path === "/docs" ? 308 : 200);
  });

  it("has what the page of moving a client names", () => {
    const named = tableOf("docs/guides/changes/moving-a-client.md", "Where clients read it").rows;
    const asPattern = (path: string): string => path.replace("/1/2", "/<from>/<to>");
    expect(served).toEqual(expect.arrayContaining(named.flatMap(([path]) => codeIn(path).map(asPattern))));
  });
});

it("the operation ids are those that the document has", () => {
  const bare = new App().Get("/cats/{id}", () => "");
  const uri = new App({ Versioning: { Type: VersioningURI } })
    .Get("/cats", () => [], WithVersion("1"))
    .Get("/list", () => [], WithVersion("A", "B"), OperationID("list"))
    .Get("/cats/{id}", () => [], WithVersion(VersionNeutral));
  const header = new App({ Versioning: { Type: VersioningHeader, Header: "V" } })
    .Get("/cats", () => [], WithVersion("1", "2"))
    .Get("/list", () => [], WithVersion("1"), OperationID("list"));
  const ids = [bare, uri, header].flatMap(idsOf);
  const shown = tableOf("docs/reference/document.md", "Operation ids").rows.flatMap(([, , id]) => codeIn(id));
  expect([...new Set(ids)].toSorted()).toEqual(shown.toSorted());
});

function idsOf(app: App): readonly (string | undefined)[] {
  return Object.values(app.Document().paths).flatMap((item) => item.get?.operationId);
}

describe("the table of what closes an object", () => {
  const name = { name: z.string() };
  const text = { name: v.string() };
  const plain = { type: "object", properties: { name: { type: "string" } } } as const;
  const schemas: Readonly<Record<string, Schema>> = {
    "z.object": z.object(name),
    "z.strictObject": z.strictObject(name),
    "z.looseObject": z.looseObject(name),
    "v.strictObject": toStandardJsonSchema(v.strictObject(text)),
    "v.object": toStandardJsonSchema(v.object(text)),
    // TypeBox does not load in jest either, but what it makes is plain.
    "Type.Object({ ... }, { additionalProperties: false })": { ...plain, additionalProperties: false },
    "Type.Object({ ... })": plain,
  };
  const cells = tableOf("docs/guides/answers/responses.md", "Members that are not sent")
    // arktype does not load in jest: test/surroundings/arktype has it.
    .rows.filter(([library]) => library !== "arktype")
    .flatMap(([, closed, open]) => [
      ...codeIn(closed).map((code) => [code, { name: "Tom" }] as const),
      ...codeIn(open).map((code) => [code, { name: "Tom", vet: "Dr. Fang" }] as const),
    ]);

  it("has every schema of this test", () => {
    expect(cells.map(([code]) => code).toSorted()).toEqual(Object.keys(schemas).toSorted());
  });

  it.each(cells)("%s sends %j", async (code, sent) => {
    const app = new App({ Ajv: () => new Ajv2020() });
    app.Get(
      "/cat",
      () => ({ name: "Tom", vet: "Dr. Fang" }) as never,
      WithResponse(200, schemas[code] ?? {}),
    );
    await request(express().use(app.Build())).get("/cat").expect(200, sent);
  });
});
