import * as main from "versioned-controllers";
import * as check from "versioned-controllers/check";
import * as docs from "versioned-controllers/docs";
import * as server from "versioned-controllers/server";
import * as testing from "versioned-controllers/testing";

it("versioned-controllers holds these names, and no others", () => {
  expect(Object.keys(main).toSorted()).toEqual([
    "Anonymous",
    "AnyOf",
    "App",
    "AtOrBefore",
    "Before",
    "BuildError",
    "Catalog",
    "Change",
    "DefineVersions",
    "Delete",
    "Deprecated",
    "Described",
    "Description",
    "Each",
    "FirstOf",
    "FromCookie",
    "FromHeader",
    "FromMediaType",
    "FromQuery",
    "Get",
    "HTTPError",
    "Handle",
    "HasChange",
    "Head",
    "Hidden",
    "IsAtLeast",
    "Nothing",
    "OperationID",
    "Patch",
    "Post",
    "ProblemDetails",
    "Put",
    "Rename",
    "RenameHeader",
    "RequestID",
    "Restatus",
    "RouteOf",
    "Router",
    "SecurityScheme",
    "ServerSentEvent",
    "Since",
    "Status",
    "Summary",
    "Until",
    "VersionNeutral",
    "VersionOf",
    "Versioned",
    "VersioningCustom",
    "VersioningHeader",
    "VersioningMediaType",
    "VersioningNone",
    "VersioningURI",
    "WithBody",
    "WithChanges",
    "WithCookies",
    "WithGuards",
    "WithHeaders",
    "WithLifecycle",
    "WithMiddleware",
    "WithOperation",
    "WithParams",
    "WithPrefix",
    "WithQuery",
    "WithResponse",
    "WithSecurity",
    "WithTags",
    "WithVersion",
  ]);
});

it("versioned-controllers/check holds CheckChanges", () => {
  expect(Object.keys(check)).toEqual(["CheckChanges"]);
});

it("versioned-controllers/docs holds Docs", () => {
  expect(Object.keys(docs)).toEqual(["Docs"]);
});

it("versioned-controllers/server holds CreateServer", () => {
  expect(Object.keys(server)).toEqual(["CreateServer"]);
});

it("versioned-controllers/testing holds TestClient", () => {
  expect(Object.keys(testing)).toEqual(["TestClient"]);
});

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
    "Routes",
    "constructor",
  ]);
  expect(methodsOf(main.App.prototype)).toEqual([
    "Build",
    "Changelog",
    "Document",
    "Inspect",
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
