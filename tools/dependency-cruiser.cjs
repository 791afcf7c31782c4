// The layers of docs/architecture.md. Imports of types count as imports: data, not code, joins the stages.
const STAGES = "declare|resolve|check|compile|dispatch|body|answer|errors|document|serve|usage|client";
const GROUND = "model|http|json-schema|schema|history|sources|request|fast";
const SHADOW = "declare|check|compile|dispatch|answer";
const DOORS = "index|docs|server|testing|check|usage|client|history|history-types|tools|types|cli";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    forbid("no-cycles", {}, { circular: true }),
    forbid(
      "model-imports-ground",
      { path: "^src/model/" },
      { path: "^src/", pathNot: "^src/(?:model|http)/" },
    ),
    forbid(
      "json-schema-knows-neither-versions-nor-libraries",
      { path: "^src/json-schema/" },
      { path: "^src/", pathNot: "^src/(?:json-schema/|model/(?:schema|value)[.]ts$)" },
    ),
    forbid(
      "schema-imports-ground",
      { path: "^src/schema/" },
      { path: "^src/", pathNot: "^src/(?:model|json-schema|schema)/" },
    ),
    forbid(
      "history-imports-ground",
      { path: "^src/history/" },
      { path: "^src/", pathNot: "^src/(?:model|json-schema|schema|history)/" },
    ),
    forbid(
      "sources-import-ground",
      { path: "^src/sources/" },
      { path: "^src/", pathNot: "^src/(?:model|http|sources)/" },
    ),
    forbid(
      "request-imports-ground",
      { path: "^src/request/" },
      { path: "^src/", pathNot: "^src/(?:model|http|request)/" },
    ),
    forbid(
      "fast-imports-ground",
      { path: "^src/fast/" },
      { path: "^src/", pathNot: "^src/(?:model|http|request|fast)/" },
    ),
    forbid("http-imports-http", { path: "^src/http/" }, { path: "^src/", pathNot: "^src/http/" }),
    forbid(
      "stage-imports-ground-and-itself",
      { path: `^src/(${STAGES})/`, pathNot: "^src/(?:dispatch|errors)/" },
      { path: "^src/", pathNot: `^src/(?:${GROUND}|$1)/` },
    ),
    forbid(
      "front-ends-bundle-these-rooms",
      { path: "^src/(?:history|schema|json-schema|model|http/status[.]ts$)" },
      { dependencyTypes: ["core"], dependencyTypesNot: ["type-only"] },
    ),
    forbid("client-imports-itself", { path: "^src/client/" }, { pathNot: "^src/client/" }),
    forbid(
      "errors-import-answer-and-body",
      { path: "^src/errors/" },
      { path: "^src/", pathNot: `^src/(?:${GROUND}|errors|answer|body)/` },
    ),
    forbid(
      "dispatch-imports-errors-answer-and-body",
      { path: "^src/dispatch/" },
      { path: "^src/", pathNot: `^src/(?:${GROUND}|dispatch|errors|answer|body)/` },
    ),
    forbid(
      "stages-behind-app-and-doors",
      {
        path: "^src/",
        pathNot: `^src/(?:(?:app|shadow|${STAGES}|tools)/|(?:${DOORS})[.]ts$)`,
      },
      { path: `^src/(?:${STAGES})/` },
    ),
    forbid(
      "tools-import-app-and-ground",
      { path: "^src/tools/" },
      { path: "^src/", pathNot: `^src/(?:app/app[.]ts$|(?:tools|${GROUND})/)` },
    ),
    forbid(
      "tools-behind-doors",
      { path: "^src/", pathNot: `^src/(?:tools/|(?:${DOORS})[.]ts$)` },
      { path: "^src/tools/" },
    ),
    forbid(
      "shadow-imports-its-stages",
      { path: "^src/shadow/" },
      { path: "^src/", pathNot: `^src/(?:${GROUND}|shadow|${SHADOW})/` },
    ),
    forbid(
      "shadow-behind-app-and-index",
      { path: "^src/", pathNot: "^src/(?:(?:shadow|app)/|index[.]ts$)" },
      { path: "^src/shadow/" },
    ),
    forbid("nothing-imports-a-door", { path: "^src/" }, { path: `^src/(?:${DOORS})[.]ts$` }),
    onlyIn("reflect-metadata", "^src/(?:declare/metadata|index)[.]ts$"),
    onlyIn("swagger-ui-express", "^src/(?:docs|tools/report/swagger-ui)[.]ts$"),
    onlyIn("fast-check", "^src/tools/laws/"),
    onlyIn("supertest", "^src/(?:testing|tools/supertest)[.]ts$"),
    {
      ...onlyIn("express", "^src/(?:app/server|testing|body/body-formats)[.]ts$"),
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
