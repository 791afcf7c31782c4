import {
  AnyOf,
  Anonymous,
  App,
  Hidden,
  SecurityScheme,
  WithGuards,
  VersioningURI,
  WithResponse,
  WithSecurity,
  WithVersion,
  type OpenAPISecurityScheme,
  type SecurityRequirement,
} from "versioned-controllers";
import { judgedDocuments } from "../../support/documents/judging";

const documentOf = judgedDocuments("security");

const scheme = (name: string, description: OpenAPISecurityScheme) =>
  new SecurityScheme(name, description, () => true);
const bearer = { type: "http", scheme: "bearer" } as const;
const flows = {
  clientCredentials: { tokenUrl: "https://id.example/token", scopes: { read: "", write: "" } },
};
const A = scheme("a", bearer);
const B = scheme("b", { type: "apiKey", in: "header", name: "X-Key" });
const C = scheme("c", { type: "oauth2", flows });

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const error = (description: string) => ({
  description,
  headers: { "X-Request-Id": header("X-Request-Id") },
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Error" },
      example: expect.anything() as unknown,
    },
  },
});
const challenge = {
  "X-Request-Id": header("X-Request-Id"),
  "WWW-Authenticate": header("WWW-Authenticate"),
};

describe("an operation's security", () => {
  type Row = readonly [
    what: string,
    needs: readonly SecurityRequirement[],
    security: object[],
    refuses: boolean,
  ];
  it.each<Row>([
    ["none", [], [], false],
    ["one scheme", [A], [{ a: [] }], true],
    ["two that are needed", [A, B], [{ a: [], b: [] }], true],
    ["scopes", [C.With("read", "write", "read")], [{ c: ["read", "write"] }], true],
    [
      "scopes of one scheme in several needs",
      [C.With("read"), C.With("write")],
      [{ c: ["read", "write"] }],
      true,
    ],
    ["one of two", [AnyOf(A, B)], [{ a: [] }, { b: [] }], true],
    ["a scheme or nothing", [AnyOf(A, Anonymous)], [{ a: [] }, {}], false],
    ["scopes or nothing", [AnyOf(C.With("read"), Anonymous)], [{ c: ["read"] }, {}], false],
    [
      "one of two, and a third",
      [AnyOf(A, B), C.With("read")],
      [
        { a: [], c: ["read"] },
        { b: [], c: ["read"] },
      ],
      true,
    ],
    ["a scheme or nothing, and another", [AnyOf(A, Anonymous), B], [{ a: [], b: [] }, { b: [] }], true],
    [
      "the same alternatives twice",
      [AnyOf(A, B), AnyOf(B, A)],
      [{ a: [], b: [] }, { a: [] }, { b: [] }],
      true,
    ],
  ])("%s", (_what, needs, security, refuses) => {
    const operation = documentOf(new App().Get("/", () => 1, WithSecurity(...needs))).paths["/"]?.get;
    // Who is known may still lack a scope.
    const asksForScopes = security.some((way) => Object.values(way).flat().length > 0);
    expect(operation?.security).toHaveLength(security.length);
    expect(operation?.security).toEqual(expect.arrayContaining(security));
    expect(operation?.responses).toEqual({
      200: { description: "OK" },
      ...(refuses ? { 401: { ...error("Unauthorized"), headers: challenge } } : {}),
      ...(asksForScopes ? { 403: error("Forbidden") } : {}),
      404: error("Not Found"),
    });
  });

  it("has the application's own words of the 403 for a missing scope, and one 403 beside guards", () => {
    const app = new App()
      .Get("/own", () => 1, WithSecurity(C.With("read")), WithResponse(403, undefined, "Ask for read"))
      .Get(
        "/guards",
        () => 1,
        WithSecurity(C.With("read")),
        WithGuards(() => true),
      );
    const { paths } = documentOf(app);
    expect(paths["/own"]?.get?.responses["403"]).toEqual(error("Ask for read"));
    expect(Object.keys(paths["/guards"]?.get?.responses ?? {})).toEqual(["200", "401", "403", "404"]);
  });

  it("is left out where nothing is said: then the application's own words hold", () => {
    const app = new App({
      OpenAPI: { security: [{ own: [] }], components: { securitySchemes: { own: bearer } } },
    })
      .Get("/", () => 1)
      .Get("/open", () => 1, WithSecurity())
      .Get("/a", () => 1, WithSecurity(A));
    const { paths, security, components } = documentOf(app);
    expect(security).toEqual([{ own: [] }]);
    expect(paths["/"]?.get).not.toHaveProperty("security");
    expect(paths["/open"]?.get?.security).toEqual([]);
    expect(paths["/a"]?.get?.security).toEqual([{ a: [] }]);
    expect(components?.securitySchemes).toEqual({ own: bearer, a: bearer });
  });

  it("has the application's own words of its 401", () => {
    const app = new App().Get("/", () => 1, WithSecurity(A), WithResponse(401, undefined, "Log in first"));
    expect(documentOf(app).paths["/"]?.get?.responses["401"]).toEqual({
      ...error("Log in first"),
      headers: challenge,
    });
  });
});

describe("components.securitySchemes", () => {
  it("has the schemes that operations ask for, each once, and no other", () => {
    const app = new App({}, WithSecurity(scheme("replaced", bearer)))
      .Get("/a", () => 1, WithSecurity(A, AnyOf(B.With("x"), Anonymous)))
      .Get("/b", () => 1, WithSecurity(B))
      .Get("/hidden", () => 1, WithSecurity(C), Hidden());
    expect(documentOf(app).components?.securitySchemes).toEqual({
      a: bearer,
      b: { type: "apiKey", in: "header", name: "X-Key" },
    });
  });

  it("is left out where no operation asks for any", () => {
    expect(documentOf(new App().Get("/", () => 1, WithSecurity())).components).not.toHaveProperty(
      "securitySchemes",
    );
  });

  it("is each version's own", () => {
    const app = new App({ Versioning: { Type: VersioningURI } })
      .Get("/", () => 1, WithSecurity(B), WithVersion("1"))
      .Get("/", () => 1, WithSecurity(C.With("read")), WithVersion("2"));
    expect(Object.keys(documentOf(app, "1").components?.securitySchemes ?? {})).toEqual(["b"]);
    expect(Object.keys(documentOf(app, "2").components?.securitySchemes ?? {})).toEqual(["c"]);
    expect(Object.keys(documentOf(app).components?.securitySchemes ?? {})).toEqual(["b", "c"]);
  });

  it("is a copy: whoever is given a document may change it", () => {
    const app = new App().Get("/", () => 1, WithSecurity(C));
    const schemes = () => app.Document().components?.securitySchemes as Record<string, { flows: object }>;
    Object.assign(schemes().c?.flows ?? {}, { implicit: {} });
    expect(schemes().c).toEqual({ type: "oauth2", flows });
  });
});
