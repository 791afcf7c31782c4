import {
  App,
  Before,
  Change,
  Get,
  Hidden,
  OperationID,
  Since,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithOperation,
  WithPrefix,
  WithVersion,
} from "versioned-controllers";
import type { OpenAPIDocument, RouteOption, Version, VersioningOptions } from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { judgedDocuments } from "../../support/documents/judging";

const documentOf = judgedDocuments("ids");

const handler = () => 1;
const none: VersioningOptions = {};
const uri: VersioningOptions = { Type: VersioningURI };
const unprefixed: VersioningOptions = { Type: VersioningURI, Prefix: "" };
const header: VersioningOptions = { Type: VersioningHeader, Header: "X-Version" };
const mediaType: VersioningOptions = { Type: VersioningMediaType, Key: "v" };
const custom: VersioningOptions = { Type: VersioningCustom, Extractor: () => "1" };

/** `METHOD path: id` of every operation, in the order of the document. */
function idsIn({ paths }: OpenAPIDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) =>
        `${method.toUpperCase()} ${path}: ${(operation as { operationId: string }).operationId}`,
    ),
  );
}

/** `GET /cats`, its versions and its explicit id. */
type Declared = readonly [
  line: string,
  versions?: readonly Version[] | undefined,
  id?: string | undefined,
  hidden?: "hidden",
];

function declare(Versioning: VersioningOptions, ...routes: readonly Declared[]): App {
  const app = new App({ Versioning, Logger: { warn: () => undefined, error: () => undefined } });
  for (const [line, versions, id, hidden] of routes) {
    const [method = "", path = ""] = line.split(" ");
    const options: RouteOption[] = [
      ...(versions ? [WithVersion(...versions)] : []),
      ...(id === undefined ? [] : [OperationID(id)]),
      ...(hidden ? [Hidden()] : []),
    ];
    app.Handle(method, path, handler, ...options);
  }
  return app;
}

const others: readonly [string, VersioningOptions][] = [
  ["header", header],
  ["media type", mediaType],
  ["custom", custom],
];
const every: readonly [string, VersioningOptions][] = [["URI", uri], ...others];

describe("the ids of the specification's table", () => {
  it.each([
    ["GET /cats/{id}", "GET /cats/{id}: get_cats_by_id"],
    ["GET /cats", "GET /cats: get_cats"],
    ["GET /", "GET /: get"],
    ["POST /", "POST /: post"],
    ["GET /files/{path...}", "GET /files/{path}: get_files_by_path"],
    [
      "DELETE /owners/{owner}/cats/{id}",
      "DELETE /owners/{owner}/cats/{id}: delete_owners_by_owner_cats_by_id",
    ],
    ["GET /a-b/c.d/:e", "GET /a-b/c.d/:e: get_a_b_c_d__e"],
    ["GET /a_b/ü", "GET /a_b/ü: get_a_b__"],
    ["GET /Cats/9", "GET /Cats/9: get_Cats_9"],
    ["PATCH /{_x9}", "PATCH /{_x9}: patch_by__x9"],
  ])("none, %s is %s", (line, id) => {
    expect(idsIn(documentOf(declare(none, [line])))).toEqual([id]);
  });

  it.each(every)("%s: VersionNeutral is as if versioning were off", (_scheme, Versioning) => {
    const app = declare(Versioning, ["GET /cats/{id}", [VersionNeutral]], ["GET /", [VersionNeutral]]);
    expect(idsIn(documentOf(app))).toEqual(["GET /cats/{id}: get_cats_by_id", "GET /: get"]);
  });

  it.each<[what: string, VersioningOptions, Declared, ids: string[]]>([
    ["one version", uri, ["GET /cats", ["1"]], ["GET /v1/cats: get_v1_cats"]],
    [
      "two versions, an entry each",
      uri,
      ["GET /cats", ["1", "2"]],
      ["GET /v1/cats: get_v1_cats", "GET /v2/cats: get_v2_cats"],
    ],
    ["the root", uri, ["GET /", ["1"]], ["GET /v1: get_v1"]],
    ["1.0", uri, ["GET /cats", ["1.0"]], ["GET /v1.0/cats: get_v1_0_cats"]],
    ["no Prefix", unprefixed, ["GET /cats", ["1"]], ["GET /1/cats: get_1_cats"]],
    [
      "a Prefix",
      { ...uri, Prefix: "version-" },
      ["GET /cats", ["1"]],
      ["GET /version-1/cats: get_version_1_cats"],
    ],
    [
      "OperationID with two versions",
      uri,
      ["GET /cats", ["A", "B"], "list"],
      ["GET /vA/cats: list_A", "GET /vB/cats: list_B"],
    ],
    ["OperationID with one version", uri, ["GET /cats", ["A"], "list"], ["GET /vA/cats: list_A"]],
    ["OperationID, 1.0", uri, ["GET /cats", ["1.0"], "list"], ["GET /v1.0/cats: list_1_0"]],
    ["OperationID, neutral", uri, ["GET /cats", [VersionNeutral], "list"], ["GET /cats: list"]],
    [
      "OperationID, by default",
      { ...uri, DefaultVersion: ["A"] },
      ["GET /cats", undefined, "list"],
      ["GET /vA/cats: list_A"],
    ],
    [
      "an explicit id stays as it is",
      uri,
      ["GET /cats", [VersionNeutral], "list-all.Cats"],
      ["GET /cats: list-all.Cats"],
    ],
  ])("URI, %s", (_what, Versioning, route, ids) => {
    expect(idsIn(documentOf(declare(Versioning, route)))).toEqual(ids);
  });

  describe.each(others)("%s", (_scheme, Versioning) => {
    it.each<[what: string, Declared, id: string]>([
      ["one version", ["GET /cats", ["1"]], "GET /cats: get_cats_1"],
      ["several", ["GET /cats", ["1", "2"]], "GET /cats: get_cats_1_2"],
      ["several, in the order written", ["GET /cats", ["b", "a", "b"]], "GET /cats: get_cats_b_a"],
      ["the root", ["GET /", ["1"]], "GET /: get_1"],
      ["a date", ["GET /cats/{id}", ["2024-05-01"]], "GET /cats/{id}: get_cats_by_id_2024_05_01"],
      ["OperationID", ["GET /cats", ["1"], "list"], "GET /cats: list"],
      ["OperationID with several", ["GET /cats", ["1", "2"], "list"], "GET /cats: list"],
      ["OperationID, as it is", ["GET /cats", ["1"], "list-all.Cats"], "GET /cats: list-all.Cats"],
    ])("%s", (_what, route, id) => {
      expect(idsIn(documentOf(declare(Versioning, route)))).toEqual([id]);
    });

    it("DefaultVersion shows as if it were declared", () => {
      const app = declare({ ...Versioning, DefaultVersion: ["1"] }, ["GET /cats"]);
      expect(idsIn(documentOf(app))).toEqual(["GET /cats: get_cats_1"]);
    });
  });

  it("a prefix shows in them, under URI after the version", () => {
    const app = new App({ Versioning: uri }, WithPrefix("/api"), WithVersion("1")).Get("/cats", handler);
    expect(idsIn(documentOf(app))).toEqual(["GET /v1/api/cats: get_v1_api_cats"]);
  });

  it("an explicit id under no versioning stays as it is", () => {
    const app = declare(none, ["GET /cats", undefined, "list-all.Cats ü"]);
    expect(idsIn(documentOf(app))).toEqual(["GET /cats: list-all.Cats ü"]);
  });
});

describe("an id that is already taken gets _2, _3", () => {
  it.each<[what: string, VersioningOptions, routes: Declared[], ids: string[]]>([
    [
      "in registration order",
      none,
      [["GET /a-b"], ["GET /a_b"], ["GET /a.b"]],
      ["GET /a-b: get_a_b", "GET /a_b: get_a_b_2", "GET /a.b: get_a_b_3"],
    ],
    [
      "a parameter's name beside a static segment",
      none,
      [["GET /{id}"], ["GET /by_id"]],
      ["GET /{id}: get_by_id", "GET /by_id: get_by_id_2"],
    ],
    [
      "the one with a number may be taken itself",
      none,
      [["GET /a-b"], ["GET /a_b"], ["GET /a_b_2"]],
      ["GET /a-b: get_a_b", "GET /a_b: get_a_b_2", "GET /a_b_2: get_a_b_2_2"],
    ],
    [
      "explicit ids are taken first",
      none,
      [["GET /cats"], ["GET /other", undefined, "get_cats"]],
      ["GET /cats: get_cats_2", "GET /other: get_cats"],
    ],
    [
      "and so are those with a number",
      none,
      [["GET /a-b"], ["GET /a_b"], ["GET /other", undefined, "get_a_b_2"]],
      ["GET /a-b: get_a_b", "GET /a_b: get_a_b_3", "GET /other: get_a_b_2"],
    ],
    [
      "under URI: the version's part of an explicit id takes it too",
      uri,
      [
        ["GET /list/1", [VersionNeutral]],
        ["GET /cats", ["1"], "get_list"],
      ],
      ["GET /list/1: get_list_1_2", "GET /v1/cats: get_list_1"],
    ],
    [
      "under URI: a neutral path beside a versioned one",
      uri,
      [
        ["GET /v1-cats", [VersionNeutral]],
        ["GET /cats", ["1"]],
      ],
      ["GET /v1-cats: get_v1_cats", "GET /v1/cats: get_v1_cats_2"],
    ],
    [
      "under a header: versions that look alike",
      header,
      [
        ["GET /cats", ["1.0"]],
        ["GET /cats/1", ["0"]],
      ],
      ["GET /cats: get_cats_1_0", "GET /cats/1: get_cats_1_0_2"],
    ],
    [
      "hidden routes take none",
      none,
      [
        ["GET /a-b", undefined, undefined, "hidden"],
        ["GET /a_b"],
        ["GET /c", undefined, "get_d", "hidden"],
        ["GET /d"],
      ],
      ["GET /a_b: get_a_b", "GET /d: get_d"],
    ],
    [
      "routes that answer nothing take none",
      header,
      [["GET /a-b"], ["GET /a_b", [VersionNeutral]]],
      ["GET /a_b: get_a_b"],
    ],
    [
      "methods that no document describes take none",
      none,
      [["REPORT /a", undefined, "get_b"], ["GET /b"]],
      ["GET /b: get_b"],
    ],
    [
      "in the order of the registrations that stay",
      header,
      [
        ["GET /a-b", ["1"]],
        ["GET /a_b", ["2"]],
        ["GET /a-b", ["2"]],
      ],
      ["GET /a_b: get_a_b_2", "GET /a-b: get_a_b_2_2"],
    ],
    [
      "nor do operations that a later registration replaces",
      header,
      [
        ["GET /a-b", ["1"]],
        ["GET /a-b", ["2"]],
        ["GET /a_b", ["1"]],
      ],
      ["GET /a-b: get_a_b_2", "GET /a_b: get_a_b_1"],
    ],
  ])("%s", (_what, Versioning, routes, ids) => {
    expect(idsIn(documentOf(declare(Versioning, ...routes)))).toEqual(ids);
  });

  it("is what Route.OperationID shows, where the id has no version's part", () => {
    const app = declare(none, ["GET /a-b"], ["GET /a_b"], ["GET /c", undefined, "get_a_b_3"]);
    expect(app.Inspect().map(({ OperationID: id }) => id)).toEqual(["get_a_b", "get_a_b_2", "get_a_b_3"]);
    const versioned = declare(header, ["GET /a-b", ["1"]], ["GET /a_b", ["1"]]);
    expect(versioned.Inspect().map(({ OperationID: id }) => id)).toEqual(["get_a_b_1", "get_a_b_1_2"]);
  });
});

it("an explicit id of what routes were before a change occurs once in a document", () => {
  const moved = Change("2", "moved");
  const app = new App({ Versioning: { ...header, Versions: ["1", "2"] } })
    .Get("/a", handler, Since("1"), Before(moved, Get("/old-a"), OperationID("old")))
    .Get("/b", handler, Since("1"), Before(moved, Get("/old-b"), OperationID("old")));
  expect(problemsOf(app)).toEqual([expect.stringContaining('operation id "old_1" is also the id of GET /a')]);
});

describe("an id in the words of WithOperation", () => {
  const words = (operationId: string) => WithOperation({ operationId });
  const silent = { warn: () => undefined, error: () => undefined };

  it("is the operation's, and Route.OperationID; a generated one gives way", () => {
    const app = new App({ Logger: silent })
      .Get("/b", handler)
      .Get("/a", handler, OperationID("x"), words("get_b"));
    expect(idsIn(documentOf(app))).toEqual(["GET /b: get_b_2", "GET /a: get_b"]);
    expect(app.Inspect().map(({ OperationID: id }) => id)).toEqual(["get_b_2", "get_b"]);
  });

  it("occurs once in a document", () => {
    const app = new App({ Logger: silent })
      .Get("/a", handler, words("same"))
      .Get("/b", handler, words("same"))
      .Get("/c", handler, OperationID("same"));
    expect(problemsOf(app)).toEqual([
      expect.stringContaining('operation id "same" is also the id of GET /a'),
      expect.stringContaining('operation id "same" is also the id of GET /a'),
    ]);
    const byPath = new App({ Logger: silent, Versioning: uri });
    byPath.Get("/a", handler, WithVersion("1", "2"), words("same"));
    expect(problemsOf(byPath)).toEqual([expect.stringContaining('operation id "same"')]);
  });
});

describe("which operations there are", () => {
  it.each(others)(
    "%s: one per path and method, the last registration wins; routing is unaffected",
    (_s, Versioning) => {
      const app = declare(
        Versioning,
        ["GET /cats", ["1"]],
        ["GET /dogs", ["1"]],
        ["GET /cats", ["2", "3"]],
        ["POST /cats", ["1"]],
        ["GET /cats", [VersionNeutral]],
        ["GET /cats/{id}", ["1"]],
        ["GET /cats/{name}", ["2"]],
      );
      expect(idsIn(documentOf(app)).toSorted()).toEqual([
        "GET /cats/{name}: get_cats_by_name_2",
        "GET /cats: get_cats",
        "GET /dogs: get_dogs_1",
        "POST /cats: post_cats_1",
      ]);
      expect(app.Inspect()).toHaveLength(7);
    },
  );

  it.each(others)("%s: of two previews the newer is shown, in any order", (_scheme, Versioning) => {
    const listed = {
      ...Versioning,
      Versions: ["1", "2", "3"],
      Lifecycle: { "2": { Preview: true }, "3": { Preview: true } },
    };
    const routes: readonly Declared[] = [
      ["GET /cats", ["3"]],
      ["GET /cats", ["2"]],
    ];
    for (const declared of [routes, routes.toReversed()]) {
      expect(idsIn(documentOf(declare(listed, ...declared)))).toEqual(["GET /cats: get_cats_3"]);
    }
  });

  describe.each(others)("%s: of the closed list the newest version is shown", (_scheme, Versioning) => {
    const listed = {
      ...Versioning,
      Versions: ["1", "2", "3", "next"],
      Lifecycle: { next: { Preview: true } },
    };
    const other: Declared = ["GET /dogs", ["next"]];
    it.each<[what: string, declared: readonly Declared[], id: string]>([
      [
        "written first",
        [
          ["GET /cats", ["2", "3"]],
          ["GET /cats", ["1"]],
        ],
        "get_cats_2_3",
      ],
      [
        "written last",
        [
          ["GET /cats", ["1"]],
          ["GET /cats", ["2"]],
        ],
        "get_cats_2",
      ],
      [
        "with a gap",
        [
          ["GET /cats", ["1", "3"]],
          ["GET /cats", ["2"]],
        ],
        "get_cats_1_3",
      ],
      [
        "before a neutral one",
        [
          ["GET /cats", ["1"]],
          ["GET /cats", [VersionNeutral]],
        ],
        "get_cats_1",
      ],
      [
        "before a preview",
        [
          ["GET /cats", ["1"]],
          ["GET /cats", ["next"]],
        ],
        "get_cats_1",
      ],
      [
        "a neutral one before a preview",
        [
          ["GET /cats", ["next"]],
          ["GET /cats", [VersionNeutral]],
        ],
        "get_cats",
      ],
      ["a preview where there is no other", [["GET /cats", ["next"]]], "get_cats_next"],
      [
        "whatever its path's parameter is",
        [
          ["GET /cats/{rest...}", ["2"]],
          ["GET /cats/{id}", ["1"]],
        ],
        "get_cats_by_rest_2",
      ],
    ])("%s", (_what, declared, id) => {
      const { paths } = documentOf(declare(listed, ...declared, other));
      const shown = Object.entries(paths).filter(([path]) => path !== "/dogs");
      expect(shown.map(([, item]) => item.get?.operationId)).toEqual([id]);
    });
  });

  it.each(others)("%s: a hidden registration does not replace another", (_scheme, Versioning) => {
    const app = declare(Versioning, ["GET /cats", ["1"]], ["GET /cats", ["2"], undefined, "hidden"]);
    expect(idsIn(documentOf(app))).toEqual(["GET /cats: get_cats_1"]);
  });

  it("URI: every version's path is its own entry, in registration order", () => {
    const app = declare(
      uri,
      ["GET /cats", ["1", "2"]],
      ["POST /cats", ["2"]],
      ["GET /cats", [VersionNeutral]],
    );
    expect(idsIn(documentOf(app))).toEqual([
      "GET /v1/cats: get_v1_cats",
      "GET /v2/cats: get_v2_cats",
      "POST /v2/cats: post_v2_cats",
      "GET /cats: get_cats",
    ]);
  });

  it("each of the methods that OpenAPI has", () => {
    const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    const app = declare(none, ...methods.map((method): Declared => [`${method} /x`]));
    expect(Object.keys(documentOf(app).paths["/x"] ?? {}).toSorted()).toEqual(methods.toSorted());
    expect(idsIn(documentOf(declare(none, ["REPORT /x"], ["M-SEARCH /x"])))).toEqual([]);
  });

  it("paths that differ only in their parameters' names are one path of the document", () => {
    const app = declare(none, ["GET /cats/{id}"], ["PUT /cats/{name}"], ["DELETE /cats/{rest...}"]);
    expect(idsIn(documentOf(app))).toHaveLength(3);
    expect(Object.keys(documentOf(declare(none, ["GET /a/{x}/{y}"], ["PUT /a/{y}/{x}"])).paths)).toHaveLength(
      1,
    );
  });
});
