// The rooms of docs/architecture.md. Imports of types count as imports: data, not code, joins the stages of the core.
const GROUND = ["http", "core/model", "core/sources", "core/request", "schema/interface", "types"];
/** The type of the schemas of an App, which the rules of the core hand on. */
const SCHEMAS = "schema/(?:schemas[.])";
const CORE = ["core/(?!app/)", "http"];
/** The type of an App, for functions that users call with an App. They ask it by its internals, and load no class of it. */
const APP = "core/app/(?:app|is-app)[.]";
const DOORS = "index|docs|server|testing|check|usage|recordings|client|history|history-types|tools|types|cli";

/** Each room, and what it may import besides itself. A wing that a user brings by a value is imported by doors alone. */
const ROOMS = {
  http: [],
  "core/model": ["http", "schema/interface"],
  "core/sources": ["core/model", "http"],
  "core/request": ["core/model", "http", "schema/interface"],
  "core/declare": GROUND,
  "core/options": [...GROUND, "core/declare", "core/check"],
  "core/resolve": [...GROUND, "core/options"],
  "core/check": [...GROUND, SCHEMAS],
  "core/compile": GROUND,
  "core/answer": GROUND,
  "core/errors": [...GROUND, "core/answer"],
  "core/dispatch": [...GROUND, "core/options", "core/errors", "core/answer"],
  "core/host": [...GROUND, "core/errors", "core/answer", "core/dispatch"],
  "core/wings": [...CORE, "schema"],
  "core/app": [...CORE, "schema", "types", "document", "life"],
  "schema/interface": ["core/model"],
  "schema/(?!serving/|interface/)": ["core/model", "schema/interface"],
  "schema/serving": [...CORE, "schema", "types"],
  document: [...CORE, "schema"],
  security: [...CORE, "schema", "types"],
  life: [...CORE, "schema/interface", APP],
  changes: [...CORE, "schema", "types"],
  server: [...CORE, APP],
  records: ["core/model", "schema/interface"],
  beside: [...CORE, "schema", "types", "records"],
  client: [],
  tools: [
    "core/(?:model|sources)/",
    "http",
    APP,
    "schema",
    "records",
    "changes/(?:history/|schemas/|exchange/route-conversions[.])",
    "document",
  ],
  types: ["core/model", "schema"],
};

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    forbid("no-cycles", {}, { circular: true }),
    ...Object.entries(ROOMS).map(([room, others]) =>
      forbid(
        `${room}-imports-its-own`,
        { path: `^src/${below(room)}` },
        { path: "^src/", pathNot: `^src/(?:${[room, ...others].map(below).join("|")})` },
      ),
    ),
    forbid(
      "every-file-has-a-room",
      { path: "^src/.+/", pathNot: `^src/(?:${Object.keys(ROOMS).map(below).join("|")})` },
      {},
    ),
    forbid(
      "json-schema-knows-neither-versions-nor-libraries",
      { path: "^src/schema/json-schema/" },
      {
        path: "^src/",
        pathNot:
          "^src/(?:schema/json-schema/|core/model/(?:collections|value)[.]ts$|schema/interface/schema[.]ts$)",
      },
    ),
    forbid(
      "histories-know-no-request",
      { path: "^src/changes/history/" },
      { path: "^src/", pathNot: "^src/(?:core/model|schema|types|changes/(?:history|schemas))/" },
    ),
    forbid(
      "front-ends-bundle-these-rooms",
      { path: "^src/(?:changes/history|schema/(?!serving/)|core/model|http/status[.]ts$)" },
      { dependencyTypes: ["core"], dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "schemas-are-served-by-a-wing",
      { path: "^src/(?:(?:core|document|security|life|server|client|types)/|schema/(?!serving/))" },
      { path: "^src/schema/serving/" },
    ),
    forbid(
      "ajv-has-one-door",
      { path: "^src/", pathNot: "^src/schema/(?:ajv/|plain-(?:reader|at-hand)[.]ts$)" },
      { path: "^src/schema/ajv/" },
    ),
    forbid(
      "core-loads-the-interface-of-schema-alone",
      { path: "^src/core/" },
      { path: "^src/schema/(?!interface/)", dependencyTypesNot: ["type-only"] },
    ),
    onlyIn("ajv", "^src/schema/ajv/"),
    forbid(
      "wings-know-the-type-of-an-app",
      { path: "^src/(?!core/)[^/]+/" },
      { path: "^src/core/app/app[.]ts$", dependencyTypesNot: ["type-only"] },
    ),
    forbid("client-imports-nothing", { path: "^src/client/" }, { pathNot: "^src/client/" }),
    forbid("nothing-imports-a-door", { path: "^src/" }, { path: `^src/(?:${DOORS})[.]ts$` }),
    onlyIn("reflect-metadata", "^src/core/declare/metadata[.]ts$"),
    onlyIn("swagger-ui-express", "^src/(?:docs|tools/report/swagger-ui)[.]ts$"),
    onlyIn("fast-check", "^src/tools/laws/"),
    onlyIn("supertest", "^src/(?:testing|tools/supertest)[.]ts$"),
    {
      ...onlyIn("express", "^src/(?:server/create-server|testing|schema/serving/body/body-formats)[.]ts$"),
      to: {
        path: "(?:^|/)node_modules/(?:@types/)?express(?:-serve-static-core)?/",
        dependencyTypesNot: ["type-only"],
      },
    },
    forbid("nothing-unresolved", {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "types"] },
  },
};

/** A room as the start of a path; a pattern of its own, such as that of the core without `app/`, stays as it is. */
function below(room) {
  return /[()]/.test(room) ? room : `${room}/`;
}

function forbid(name, from, to) {
  return { name, severity: "error", from, to };
}

function onlyIn(dependency, place) {
  return forbid(
    `${dependency}-in-its-place`,
    { path: "^src/", pathNot: place },
    { path: `(?:^|/)node_modules/(?:@types/)?${dependency}/` },
  );
}
