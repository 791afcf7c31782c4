/** A small fault: one piece of source text, and what stands in its place. */
export interface Mutant {
  /** In words: what the package then does. */
  readonly name: string;
  /** Below `src`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  /** The files below `test` that have to notice it. */
  readonly tests: readonly string[];
  /** Whether it belongs to the short form, which has some of every stage. */
  readonly isShort?: true;
  /** Only the tests whose whole name it is a pattern of. */
  readonly only?: string;
}

const http: readonly Mutant[] = [
  {
    name: "the lines of a header are joined",
    file: "http/header-lines.ts",
    text: "if (lines.length > 0) return lines;",
    replacement: `if (lines.length > 0) return [lines.join(", ")];`,
    tests: ["unit/http/header-lines.test.ts", "http/header-version.test.ts"],
    isShort: true,
  },
  {
    name: "a missing weight is taken as 0",
    file: "http/accept.ts",
    text: "(range.weight ?? 1000) > highest",
    replacement: "(range.weight ?? 0) > highest",
    tests: ["http/accept-version.test.ts"],
    isShort: true,
  },
  {
    name: "a range with two weights stands",
    file: "http/accept.ts",
    text: "if (range.weight !== undefined) return false;",
    replacement: "",
    tests: ["unit/http/accept.test.ts"],
  },
  {
    name: "a comma in quotes ends a malformed range",
    file: "http/accept.ts",
    text: "else if (!quoted && code === comma) return i;",
    replacement: "else if (code === comma) return i;",
    tests: ["unit/http/accept.test.ts"],
  },
  {
    name: "a quoted value keeps its backslashes",
    file: "http/accept.ts",
    text: String.raw`return text.replaceAll(/\\(.)/g, "$1");`,
    replacement: "return text;",
    tests: ["unit/http/accept.test.ts"],
  },
  {
    name: "an escaped slash splits a path",
    file: "http/request-path.ts",
    text: "return this.plain ? segments : decodeAll(segments);",
    replacement: `return this.plain ? segments : decodeAll(segments)?.flatMap((one) => one.split("/"));`,
    tests: ["unit/http/request-path.test.ts"],
  },
  {
    name: "a path with a malformed escape is matched as it stands",
    file: "http/request-path.ts",
    text: "catch {\n    return undefined;",
    replacement: "catch {\n    return segments;",
    tests: ["conformance/paths.test.ts"],
  },
  {
    name: "all trailing slashes are ignored",
    file: "http/request-path.ts",
    text: `path.endsWith("/") ? path.slice(0, -1) : path;`,
    replacement: String.raw`path.replace(/\/+$/, "");`,
    tests: ["unit/http/request-path.test.ts", "conformance/paths.test.ts"],
  },
];

const compile: readonly Mutant[] = [
  {
    name: "the neutral routes are tried before those of the version",
    file: "compile/routes.ts",
    text: "// A version that is named again was tried before.",
    replacement:
      "const first = findIn(neutral, method, requestPath);\n    if (first !== undefined) return first;",
    tests: ["conformance/versions.test.ts"],
    isShort: true,
  },
  {
    name: "the versions are the keys of an object",
    file: "compile/routes.ts",
    text: "const tree = versions.get(version);",
    replacement: "const tree = Object.fromEntries(versions)[version];",
    tests: ["conformance/versions.test.ts"],
  },
  {
    name: "GET answers HEAD before a Head route",
    file: "compile/routes.ts",
    text: "const found = tree.find(method, path);",
    replacement: `const found = tree.find(method === "HEAD" ? "GET" : method, path) ?? tree.find(method, path);`,
    tests: ["conformance/versions.test.ts"],
  },
  {
    name: "there is no way back from a static segment",
    file: "compile/tree.ts",
    text: "if (found) return found;",
    replacement: "if (child) return found;",
    tests: ["conformance/paths.test.ts"],
  },
  {
    name: "params have a prototype",
    file: "compile/tree.ts",
    text: "return Object.create(null) as Parameters;",
    replacement: "return {};",
    tests: ["conformance/paths.test.ts"],
  },
  {
    name: "a last parameter takes an empty segment",
    file: "compile/tree.ts",
    text: `if (segment === "" && isLast) return undefined;`,
    replacement: `if (segment === "" && isLast) return node.parameter?.leaf ?? node.rest;`,
    tests: ["conformance/paths.test.ts"],
  },
  {
    name: "of equal weights the last written counts",
    file: "http/accept.ts",
    text: "(range.weight ?? 1000) > highest",
    replacement: "(range.weight ?? 1000) >= Math.max(highest, 1)",
    tests: ["http/accept-version.test.ts"],
  },
  {
    name: "a refused range names the version",
    file: "http/accept.ts",
    text: "let highest = 0;",
    replacement: "let highest = -1;",
    tests: ["http/accept-version.test.ts"],
  },
  {
    name: "a parameter that is named twice counts",
    file: "http/accept.ts",
    text: "range.count === 1",
    replacement: "range.count > 0",
    tests: ["http/accept-version.test.ts"],
  },
  {
    name: "a header on several lines is a list of versions",
    file: "compile/readers.ts",
    text: "return lines.length === 1 && ",
    replacement: "return lines.length > 0 && ",
    tests: ["http/header-version.test.ts"],
  },
  {
    name: "AssumeVersion stands in for a version without a route",
    file: "compile/assumed.ts",
    text: "versions.length > 0 ? versions : assume(req);",
    replacement:
      "Promise.resolve(assume(req)).then((assumed) => (versions.length > 0 ? [...versions, ...assumed] : assumed));",
    tests: ["http/assume-version.test.ts"],
  },
];

const dispatch: readonly Mutant[] = [
  {
    name: "a 404 has no Vary",
    file: "dispatch/vary.ts",
    text: `if (args.length === 1 && !this.hasHeader("Vary"))`,
    replacement: `if (args[0] === 404) return writeHeadOf(this).apply(this, args);
    if (args.length === 1 && !this.hasHeader("Vary"))`,
    tests: ["http/vary.test.ts"],
    isShort: true,
  },
  {
    name: "a Vary of the application's own is left as it is",
    file: "dispatch/vary.ts",
    text: "else appendToHead(",
    replacement: `else if (!this.hasHeader("Vary")) appendToHead(`,
    tests: ["http/vary.test.ts"],
  },
  {
    name: "a denied guard falls through",
    file: "dispatch/handlers.ts",
    text: "else if (!isOver(exchange)) fail(exchange, new HTTPError(403));",
    replacement: "else next(exchange);",
    tests: ["http/guards.test.ts"],
    isShort: true,
  },
  {
    name: "whatever is truthy admits",
    file: "dispatch/handlers.ts",
    text: "if (verdict === true) next(exchange);",
    replacement: "if (verdict) next(exchange);",
    tests: ["http/guards.test.ts"],
  },
  {
    name: "a second next() counts",
    file: "dispatch/handlers.ts",
    text: "if (this.#isSettled) return;",
    replacement: "",
    tests: ["http/next.test.ts"],
  },
  {
    name: "next() with a falsy value is no error",
    file: "dispatch/handlers.ts",
    text: "if (error === undefined || error === null) this",
    replacement: "if (!error) this",
    tests: ["http/next.test.ts", "http/errors.test.ts"],
  },
  {
    name: "guards run before middleware",
    file: "dispatch/endpoint.ts",
    text: "...route.middleware.map(middlewareStep),\n    ...route.guards.map(guardStep),",
    replacement: "...route.guards.map(guardStep),\n    ...route.middleware.map(middlewareStep),",
    tests: ["unit/resolve/inheritance.test.ts"],
  },
  {
    name: "a body is read without WithBody",
    file: "dispatch/input.ts",
    text: "const readBody = body && bodyReader(body);",
    replacement: "const readBody = bodyReader(body ?? {});",
    tests: ["http/bodies.test.ts", "http/input.test.ts"],
  },
  {
    name: "details tell what was sent",
    file: "dispatch/input.ts",
    text: "({ in: part, path, message }))",
    replacement: "({ in: part, path, message, value }))",
    tests: ["http/input.test.ts"],
    isShort: true,
  },
  {
    name: "a key __proto__ reaches the schemas",
    file: "schema/hostile.ts",
    text: `if (step === "__proto__") return`,
    replacement: `if (step === "prototype") return`,
    tests: ["http/input.test.ts", "http/bodies.test.ts"],
  },
  {
    name: "what follows starts although its client has gone",
    file: "dispatch/exchange.ts",
    text: "return res.headersSent || res.closed;",
    replacement: "return res.headersSent;",
    tests: ["http/guards.test.ts", "http/next.test.ts", "http/errors.test.ts"],
  },
  {
    name: "HEAD starts a stream",
    file: "dispatch/stream.ts",
    text: `req.method === "HEAD" || !hasContent`,
    replacement: "!hasContent",
    tests: ["http/streams.test.ts"],
  },
  {
    name: "a stream runs ahead of its client",
    file: "dispatch/stream.ts",
    text: "if (!res.write(chunk)) await drained(res);",
    replacement: "if (!res.write(chunk)) await Promise.resolve();",
    tests: ["http/streams.test.ts"],
  },
  {
    name: "half a response ends as if it were whole",
    file: "dispatch/failures.ts",
    text: "if (!res.writableEnded) res.destroy();",
    replacement: "if (!res.writableEnded) res.end();",
    tests: ["http/streams.test.ts"],
  },
  {
    name: "a 500 tells what was thrown",
    file: "dispatch/failures.ts",
    text: "answer(exchange, error ?? new HTTPError(500),",
    replacement: "answer(exchange, error ?? new HTTPError(500, String(cause)),",
    tests: ["http/errors.test.ts"],
  },
  {
    name: "an error of 503 is not logged",
    file: "dispatch/failures.ts",
    text: "if (error.status >= 500 || res.headersSent)",
    replacement: "if (error.status === 500 || res.headersSent)",
    tests: ["http/errors.test.ts"],
  },
  {
    name: "a client's id on several lines is trusted",
    file: "dispatch/request-state.ts",
    text: "lines.length === 1 && id !== undefined",
    replacement: "id !== undefined",
    tests: ["http/request-id.test.ts"],
  },
  {
    name: "the sunset is compared the wrong way",
    file: "dispatch/clock.ts",
    text: "at !== undefined && date <= at;",
    replacement: "at !== undefined && date >= at;",
    tests: ["http/lifecycle.test.ts"],
  },
  {
    name: "nothing is answered with the route's Status",
    file: "dispatch/respond.ts",
    text: "res.status(204).send();",
    replacement: "res.status(status).send();",
    tests: ["http/values.test.ts"],
  },
  {
    name: "NaN is answered as null",
    file: "dispatch/json.ts",
    text: `if (typeof value === "number" && !Number.isFinite(value)) throw unfit(value);`,
    replacement: "",
    tests: ["http/values.test.ts"],
  },
];

const resolve: readonly Mutant[] = [
  {
    name: "a Since does not yield",
    file: "resolve/ranges.ts",
    text: "return starts > start && ",
    replacement: "return start > starts && ",
    tests: ["unit/resolve/ranges.test.ts"],
    isShort: true,
  },
  {
    name: "the guards of the nearest place replace the others",
    file: "resolve/inherit.ts",
    text: "inner.guards = [...inner.guards, ...guards",
    replacement: "inner.guards = [...guards",
    tests: ["unit/resolve/inheritance.test.ts"],
  },
  {
    name: "the outermost declaration of versions counts",
    file: "resolve/inherit.ts",
    text: "inner.versions ??= outer.versions;",
    replacement: "inner.versions = outer.versions ?? inner.versions;",
    tests: ["unit/resolve/inheritance.test.ts"],
  },
  {
    name: "a parent's prefix is inherited",
    file: "resolve/controller.ts",
    text: `settings: isIncluded ? settings : settings.filter(({ kind }) => kind !== "prefix")`,
    replacement: "settings: isIncluded ? [...settings] : settings",
    tests: ["unit/declare/subclass.test.ts"],
  },
  {
    name: "the default versions are added to those that are declared",
    file: "resolve/resolve.ts",
    text: "return versions ?? { named: versioning.defaultVersions, range: undefined };",
    replacement:
      "return { range: undefined, ...versions, named: [...(versions?.named ?? []), ...versioning.defaultVersions] };",
    tests: ["unit/resolve/inheritance.test.ts"],
  },
  {
    name: "the version's segment stands last",
    file: "resolve/registrations.ts",
    text: "first.concat(route.segments)",
    replacement: "route.segments.concat(first)",
    tests: ["conformance/versions.test.ts"],
  },
];

const check: readonly Mutant[] = [
  {
    name: "names of parameters tell paths apart",
    file: "check/collisions.ts",
    text: "({ method, segments, requested }) => `${method} ${requested.length} ${requested}${shapeOf(segments)}`",
    replacement: "({ method, path, requested }) => `${method} ${requested.length} ${requested}${path}`",
    tests: ["unit/check/registered-twice.test.ts"],
    isShort: true,
  },
  {
    name: "one problem is told at a time",
    file: "check/check.ts",
    text: "return [...distinct.values()];",
    replacement: "return [...distinct.values()].slice(0, 1);",
    tests: ["unit/check/build.test.ts"],
  },
  {
    name: "a Prefix may hold a slash",
    file: "check/options.ts",
    text: "/[/{}]/.test",
    replacement: "/[{}]/.test",
    tests: ["unit/check/problems.test.ts"],
  },
  {
    name: "a status of 600 is one",
    file: "check/places.ts",
    text: "code <= 599",
    replacement: "code <= 600",
    tests: ["unit/check/problems.test.ts"],
  },
  {
    name: "an error handler passes for middleware",
    file: "check/places.ts",
    text: "if (handler.length < 4) return [];",
    replacement: "if (handler.length < 5) return [];",
    tests: ["unit/check/problems.test.ts"],
  },
];

const document: readonly Mutant[] = [
  {
    name: "a guarded operation has no 403",
    file: "document/responses.ts",
    text: "...(guards.length > 0 ? [403] : []),",
    replacement: "",
    tests: ["document/operations.test.ts"],
    isShort: true,
  },
  {
    name: "the application's own operations lose",
    file: "document/document.ts",
    text: "{ ...merged[path], ...item }",
    replacement: "{ ...item, ...merged[path] }",
    tests: ["document/operations.test.ts"],
  },
  {
    name: "a header that OpenAPI ignores is a parameter",
    file: "document/requests.ts",
    text: ".filter(({ name }) => !ignored.has(name))",
    replacement: "",
    tests: ["document/schemas.test.ts"],
  },
  {
    name: "generated ids are taken before explicit ones",
    file: "resolve/operations.ts",
    text: "new Set(explicit.filter((id) => id !== undefined))",
    replacement: "new Set<string>()",
    tests: ["document/ids.test.ts"],
  },
  {
    name: "a hidden route is documented",
    file: "resolve/operations.ts",
    text: "registration.route.hidden || ",
    replacement: "",
    tests: ["document/operations.test.ts", "document/ids.test.ts"],
  },
  {
    name: "a version's document does not send the version",
    file: "document/requests.ts",
    text: `if (place === "path" || place === "media type") return undefined;`,
    replacement: `if (place !== "query") return undefined;`,
    tests: ["document/versions.test.ts"],
  },
];

const schema: readonly Mutant[] = [
  {
    name: "the text in a body becomes a number where one is asked for",
    file: "schema/schemas.ts",
    text: `at !== "body" && typeof at === "string"`,
    replacement: `typeof at === "string"`,
    tests: ["http/input.test.ts"],
    isShort: true,
  },
  {
    name: "only the first issue of a part is told",
    file: "schema/ajv.ts",
    text: "allErrors: true",
    replacement: "allErrors: false",
    tests: ["http/input.test.ts"],
  },
  {
    name: "what one alternative requires is required",
    file: "schema/shape.ts",
    text: "found.length === shapes.length && found.every(",
    replacement: "found.some(",
    tests: ["unit/schema/shape.test.ts"],
  },
  {
    name: "a pointer's ~01 is a slash",
    file: "schema/json.ts",
    text: `.replaceAll("~1", "/").replaceAll("~0", "~")`,
    replacement: `.replaceAll("~0", "~").replaceAll("~1", "/")`,
    tests: ["unit/schema/references.test.ts"],
  },
  {
    name: "two schemas of one name are taken for one",
    file: "schema/components.ts",
    text: "else if (known.fingerprint !== variant.fingerprint) {",
    replacement: "else if (known.schema === variant.schema) {",
    tests: ["unit/schema/components.test.ts", "unit/check/schemas.test.ts"],
  },
];

export const mutants: readonly Mutant[] = [
  ...http,
  ...compile,
  ...dispatch,
  ...resolve,
  ...check,
  ...document,
  ...schema,
];

/** What the run has to refuse: it says nothing where it lets one of these pass. */
export const refused: readonly (Mutant & { readonly because: RegExp })[] = [
  {
    name: "a mutant whose text is not there",
    because: /stands 0 times/,
    ...{ file: "http/token.ts", text: "not in this file", replacement: "", tests: [] },
  },
  {
    name: "a mutant whose text is there twice",
    because: /stands 2 times/,
    ...{
      file: "http/token.ts",
      text: "(text: string): boolean",
      replacement: "(text: string): unknown",
      tests: [],
    },
  },
  {
    name: "a mutant that does not compile",
    because: /does not compile: .*TS\d+/,
    ...{ file: "http/token.ts", text: ".test(text)", replacement: ".test(7)", tests: [] },
  },
  {
    name: "a mutant that nobody notices",
    because: /survives/,
    file: "http/status.ts",
    text: "/** Whether an answer",
    replacement: "/** That an answer",
    tests: ["unit/http/status.test.ts"],
  },
  {
    name: "a mutant that only a time-out notices",
    because: /only a time-out/,
    file: "dispatch/handlers.ts",
    text: "else settle(verdict);",
    replacement: "else return;",
    tests: ["http/guards.test.ts"],
    only: "^only true admits true admits$",
  },
];
