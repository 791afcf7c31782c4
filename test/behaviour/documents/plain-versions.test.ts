import express from "express";
import {
  App,
  Catalog,
  DefineVersions,
  Described,
  FromHeader,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithVersion,
  type OpenAPIDocument,
  type VersioningOptions,
} from "versioned-controllers";
import { ToolsOf } from "versioned-controllers/tools";
import { runCommand } from "../../../src/tools/cli/run";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { judgedDocuments } from "../../support/documents/judging";

const documentOf = judgedDocuments("plain-versions");
const Named = FromHeader("Accept-Version");
const V = DefineVersions("1", "2", "3");

/** Clients of version 1 name it in the path, and clients of the versions 2 and 3 in a header. */
function catsApp(versioning: VersioningOptions = {}): App {
  return new App({
    Logger: recordingLogger(),
    Versioning: {
      Type: VersioningURI,
      Versions: ["1", "2", "3"],
      AssumeVersion: Named,
      PlainVersions: ["2", "3"],
      ...versioning,
    },
  })
    .Get("/cats", (req) => ({ at: req.originalUrl }), V.Since("1"))
    .Get("/dogs", () => 1, WithVersion("1", "2"))
    .Get("/birds", () => 1, V.Since("3"))
    .Get("/health", () => 1, WithVersion(VersionNeutral))
    .Get("/birds", () => ["neutral"], WithVersion(VersionNeutral));
}

function operationsOf(document: OpenAPIDocument) {
  return Object.entries(document.paths).map(([path, { get }]) => [
    path,
    get?.operationId,
    ...(get?.parameters ?? []).map(({ name, required, schema }) => ({ name, required, ...schema })),
  ]);
}

const sent = (...versions: readonly string[]) => ({
  name: "Accept-Version",
  required: true,
  type: "string",
  enum: versions,
});

describe("the document of a version in PlainVersions", () => {
  it("shows paths without the version, and the header that AssumeVersion reads", () => {
    expect(operationsOf(documentOf(catsApp(), "3"))).toEqual([
      ["/cats", "get_cats", sent("3")],
      ["/birds", "get_birds", sent("3")],
      ["/health", "get_health", sent("3")],
    ]);
  });

  it("shows a header without values for a described function", () => {
    const AssumeVersion = Described(() => "3", { Header: "X-Account" });
    const [cats] = operationsOf(documentOf(catsApp({ AssumeVersion }), "3"));
    expect(cats).toEqual(["/cats", "get_cats", { name: "X-Account", required: true, type: "string" }]);
  });

  it("shows no header if the version is always assumed", () => {
    const app = catsApp({ AssumeVersion: "3", PlainVersions: ["3"] });
    expect(operationsOf(documentOf(app, "3"))).toEqual([
      ["/cats", "get_cats"],
      ["/birds", "get_birds"],
      ["/health", "get_health"],
    ]);
    expect(operationsOf(documentOf(app, "2")).slice(0, 2)).toEqual([
      ["/v2/cats", "get_cats"],
      ["/v2/dogs", "get_dogs"],
    ]);
  });

  it("is served at both paths", async () => {
    const { ask } = await serve(catsApp());
    const at = async (path: string, headers = {}) => (await ask(`GET ${path}`, headers)).json;
    expect(await at("/cats", { "Accept-Version": "3" })).toEqual({ at: "/cats" });
    expect(await at("/v3/cats")).toEqual({ at: "/v3/cats" });
    expect(await at("/birds", { "Accept-Version": "2" })).toEqual(["neutral"]);
  });
});

it("the document of all versions has one operation for all plain versions of a path", () => {
  expect(operationsOf(documentOf(catsApp()))).toEqual([
    ["/v1/cats", "get_v1_cats"],
    ["/cats", "get_cats_2_3", sent("2", "3")],
    ["/v1/dogs", "get_v1_dogs"],
    ["/dogs", "get_dogs_2", sent("2")],
    ["/birds", "get_birds_3", sent("3")],
    ["/health", "get_health"],
  ]);
});

it("a document of another version has its version in the path", async () => {
  expect(operationsOf(documentOf(catsApp(), "1"))).toEqual([
    ["/v1/cats", "get_cats"],
    ["/v1/dogs", "get_dogs"],
    ["/health", "get_health"],
    ["/birds", "get_birds"],
  ]);
});

describe("what reads the addresses of versions", () => {
  const guide = async (app: App, ...ends: readonly string[]) => {
    const { output } = await runCommand(["guide", "app", ...ends], {
      folder: __dirname,
      load: () => Promise.resolve(app),
    });
    return output;
  };

  it("the guide names the header of plain versions", async () => {
    expect(await guide(catsApp(), "1", "3")).toContain(
      "Requests name version 3: `Accept-Version: 3`, at paths without a version, instead of `/v1/...`",
    );
    expect(await guide(catsApp(), "2", "3")).toContain(
      "Requests name version 3: `Accept-Version: 3` instead of `Accept-Version: 2`",
    );
    expect(await guide(catsApp({ AssumeVersion: "3", PlainVersions: ["3"] }), "1", "3")).toContain(
      "Requests name version 3: `/...` instead of `/v1/...`",
    );
  });

  it("the guide does not guess what a function assumes", async () => {
    expect(await guide(catsApp({ PlainVersions: [] }), "1", "3")).toContain(
      "The API itself chooses the version of a request that names none: name version 3 in each request.",
    );
  });

  it("the catalogue has one address for all plain versions", async () => {
    const host = express().get("/catalog", Catalog(catsApp(), { Base: "https://a.org" }));
    const { json } = await (await serve(host)).ask("GET /catalog");
    const { linkset } = json as { readonly linkset: readonly { readonly anchor: string }[] };
    expect(linkset.map(({ anchor }) => anchor)).toEqual([
      "https://a.org/v1",
      "https://a.org#2",
      "https://a.org#3",
    ]);
  });

  it("tools for agents still work, by the paths with the version", async () => {
    const tools = ToolsOf(catsApp(), { Version: "3" });
    const cats = tools.find(({ Name }) => Name === "get_cats");
    expect(await cats?.Call({})).toMatchObject({ Body: { at: "/v3/cats" } });
  });
});

it.each<readonly [string, VersioningOptions, string]>([
  [
    "another type",
    { Type: VersioningHeader, Header: "V" },
    ": PlainVersions is set, but no request at the plain path has a version: it needs Type: VersioningURI and an AssumeVersion [plain-versions-unnamed]",
  ],
  [
    "no AssumeVersion",
    { AssumeVersion: undefined as never },
    ": PlainVersions is set, but no request at the plain path has a version: it needs Type: VersioningURI and an AssumeVersion [plain-versions-unnamed]",
  ],
  [
    "another fixed version",
    { AssumeVersion: "1" },
    ': PlainVersions lists "2", but AssumeVersion is always "1", so no request at the plain path gets version "2": remove it from PlainVersions, or use an extractor in AssumeVersion [plain-version-unassumed]',
  ],
  [
    "no list",
    { PlainVersions: "3" as never },
    ': PlainVersions must be a list of versions, got "3" [argument-invalid]',
  ],
])("Build reports %s", (_, versioning, message) => {
  expect(() => catsApp(versioning).Build()).toThrow(`AppOptions.Versioning${message}`);
});
