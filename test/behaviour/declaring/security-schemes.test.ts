import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { AnyOf, Anonymous, App, SecurityScheme, WithSecurity } from "versioned-controllers";
import { settingOf } from "../../../src/core/declare/option";
import type { Scheme, SecurityNeed } from "../../../src/core/model/security";
import { admit, forgetAdmissions } from "../../../src/core/request/request-state";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const http = { type: "http", scheme: "bearer" } as const;
const Bearer = new SecurityScheme("bearer", http, () => ({ id: "tom" }));
const Key = new SecurityScheme("key", http, () => 1);

function needs(...requirements: Parameters<typeof WithSecurity>): readonly SecurityNeed[] {
  const setting = settingOf(WithSecurity(...requirements));
  return setting?.kind === "option" ? (setting.value as readonly SecurityNeed[]) : [];
}

function schemeOf(scheme: Parameters<typeof WithSecurity>[0]): Scheme {
  const [need] = needs(scheme);
  const [way] = need?.kind === "one of" ? need.alternatives : [];
  if (way?.kind !== "scheme") throw new Error("no scheme");
  return way.scheme;
}

describe("WithSecurity writes down", () => {
  const scheme = (written: Parameters<typeof WithSecurity>[0], ...scopes: readonly string[]) => ({
    kind: "scheme",
    scheme: schemeOf(written),
    scopes,
  });
  it.each([
    ["nothing where nothing is needed", needs(), []],
    ["a scheme", needs(Bearer), [[scheme(Bearer)]]],
    ["a scheme's scopes", needs(Bearer.With("a", "b")), [[scheme(Bearer, "a", "b")]]],
    ["all that are needed, in order", needs(Key, Bearer), [[scheme(Key)], [scheme(Bearer)]]],
    [
      "alternatives, in order",
      needs(AnyOf(Bearer.With("a"), AnyOf(Key), Anonymous)),
      [[scheme(Bearer, "a"), scheme(Key), { kind: "anonymous" }]],
    ],
  ])("%s", (_what, written, expected) => {
    expect(written).toEqual(expected.map((alternatives) => ({ kind: "one of", alternatives })));
  });
});

describe("a build problem is", () => {
  const takes = (written: string) => [
    `GET /: an argument of WithSecurity must be a SecurityScheme or AnyOf(...), got ${written} [argument-invalid]`,
  ];
  it.each([
    ["what is no scheme", [undefined], takes("undefined")],
    ["a scheme's name", ["bearer"], takes('"bearer"')],
    ["an AnyOf of nothing", [AnyOf()], takes("AnyOf without schemes")],
    ["an AnyOf of what is no scheme", [AnyOf(Bearer, undefined as never)], takes("AnyOf with undefined")],
  ])("%s", (_what, written, problems) => {
    const app = new App({ Logger: recordingLogger() });
    expect(problemsOf(app.Get("/", () => 1, WithSecurity(...(written as never[]))))).toEqual(problems);
  });
});

describe("a build problem of security schemes is", () => {
  const untyped = (name: unknown, scheme: unknown, authenticate: unknown = () => 1) =>
    new SecurityScheme(name as string, scheme as typeof http, authenticate as () => number);
  const named = (got: string) =>
    `GET /a: a security scheme's name must be letters, digits, dots, hyphens and underscores, got ${got} [argument-invalid]`;
  const noObject = (got: string) =>
    `GET /a: the second argument of security scheme "s" must be an OpenAPI Security Scheme Object, got ${got} [argument-invalid]`;
  const other = new SecurityScheme("bearer", http, () => 1);
  const twice = (where: string, first: string) =>
    `${where}: two security schemes have the same name, "bearer", ${where === first ? "both here" : `one here and one in ${first}`}: share one SecurityScheme object, or rename one of the two [security-name-repeated]`;

  type Row = readonly [
    what: string,
    needs: readonly (readonly Parameters<typeof WithSecurity>[0][])[],
    problems: string[],
  ];
  it.each<Row>([
    ["no name", [[untyped(undefined, http)]], [named("undefined")]],
    ["an empty name", [[untyped("", http)]], [named('""')]],
    ["a name that is no component's", [[AnyOf(Anonymous, untyped("my token", http))]], [named('"my token"')]],
    ["no Security Scheme Object", [[untyped("s", undefined)]], [noObject("undefined")]],
    ["an unknown type", [[untyped("s", { type: "constructor" })]], [noObject("an object")]],
    [
      "an http scheme that is no token",
      [[untyped("s", { type: "http", scheme: "a b" })]],
      [noObject("an object")],
    ],
    [
      "an API key without a place",
      [[untyped("s", { type: "apiKey", name: "X-Key" })]],
      [noObject("an object")],
    ],
    ["OAuth 2 without flows", [[untyped("s", { type: "oauth2" })]], [noObject("an object")]],
    [
      "OpenID Connect without its address",
      [[untyped("s", { type: "openIdConnect" })]],
      [noObject("an object")],
    ],
    [
      "no authenticate",
      [[untyped("s", http, null)]],
      ['GET /a: authenticate of security scheme "s" must be a function, got null [argument-invalid]'],
    ],
    [
      "a scope that is no text",
      [[Bearer.With(1 as never)]],
      ["GET /a: a scope of WithSecurity must be a non-empty string, got 1 [argument-invalid]"],
    ],
    ["two schemes of one name at one place", [[Bearer, other]], [twice("GET /a", "GET /a")]],
    ["two schemes of one name", [[Bearer], [Key, AnyOf(Key, other)]], [twice("GET /b", "GET /a")]],
    ["not: one scheme at many places", [[Bearer, Bearer.With("a")], [AnyOf(Key, Bearer)], [Key]], []],
    ["not: a name like those of all objects", [[untyped("__proto__", { type: "mutualTLS" })]], []],
  ])("%s", (_what, needs, problems) => {
    const app = new App({ Logger: recordingLogger() });
    needs.forEach((written, i) => app.Get(`/${"abc"[i] ?? ""}`, () => 1, WithSecurity(...written)));
    expect(problemsOf(app)).toEqual(problems);
  });
});

describe("the principal", () => {
  const requestOf = () => new IncomingMessage(new Socket());

  it("is found by the scheme that has admitted the request, and by no other", () => {
    const req = requestOf();
    admit(req, schemeOf(Bearer), { id: "tom" });
    expect(Bearer.Of(req)).toEqual({ id: "tom" });
    expect(Bearer.Find(req)).toEqual({ id: "tom" });
    expect(Key.Find(req)).toBeUndefined();
    expect(Bearer.Find(requestOf())).toBeUndefined();
  });

  it("is asked for in vain where the scheme has not admitted the present match", () => {
    const req = requestOf();
    const message =
      'security scheme "bearer" has not authenticated this request: pass the scheme to WithSecurity on the route';
    expect(() => Bearer.Of(req)).toThrow(message);
    admit(req, schemeOf(Bearer), { id: "tom" });
    forgetAdmissions(req);
    expect(() => Bearer.Of(req)).toThrow(message);
    expect(Bearer.Find(req)).toBeUndefined();
  });

  it("leaves nothing on the request", () => {
    const req = requestOf();
    const before = Reflect.ownKeys(req);
    admit(req, schemeOf(Bearer), { id: "tom" });
    expect(Reflect.ownKeys(req)).toEqual(before);
  });
});
