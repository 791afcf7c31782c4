import fc from "fast-check";
import {
  App,
  Before,
  Change,
  Handle,
  Router,
  Since,
  Status,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithPrefix,
  type OpenAPIDocument,
  type VersioningOptions,
} from "versioned-controllers";
import { call, type Asked } from "../support/in-process";
import { problemsOf } from "../support/problems";
import { often } from "../support/runs";

/** One step of a route's or a router's past, before a version. */
interface Step<Was> {
  readonly version: string;
  readonly was: Was;
}

interface Verb {
  readonly method: string;
  readonly path: string;
}

interface MovedRoute {
  readonly since: string;
  readonly verb: Verb;
  readonly verbs: readonly Step<Verb>[];
  readonly statuses: readonly Step<number>[];
}

interface MovedRouter {
  readonly prefix: string;
  readonly prefixes: readonly Step<string>[];
  readonly routes: readonly MovedRoute[];
}

const list = ["1", "2", "3", "4"];
const methods = ["GET", "POST"];
const paths = ["/a", "/b/{x}", "/{x}"];
const prefixes = ["/p", "/q", "/p/q"];

/** A past of at most one step before each version, in any order. */
function past<Was>(was: fc.Arbitrary<Was>): fc.Arbitrary<readonly Step<Was>[]> {
  return fc.uniqueArray(fc.record({ version: fc.constantFrom("2", "3", "4"), was }), {
    selector: ({ version }) => version,
    maxLength: 3,
  });
}

/** The forms of one route have one set of parameters: all of its paths have it or none. */
const verbsOf = (hasParameter: boolean): fc.Arbitrary<Verb> =>
  fc.record({
    method: fc.constantFrom(...methods),
    path: fc.constantFrom(...paths.filter((path) => path.includes("{") === hasParameter)),
  });

const route: fc.Arbitrary<MovedRoute> = fc.boolean().chain((hasParameter) =>
  fc.record({
    since: fc.constantFrom(...list),
    verb: verbsOf(hasParameter),
    verbs: past(verbsOf(hasParameter)),
    statuses: past(fc.constantFrom(200, 201, 202)),
  }),
);

const router: fc.Arbitrary<MovedRouter> = fc.record({
  prefix: fc.constantFrom(...prefixes),
  prefixes: past(fc.constantFrom(...prefixes)),
  routes: fc.array(route, { minLength: 1, maxLength: 3 }),
});

/** The model: what stands before the oldest change that is later, else what stands now. */
function wasIn<Was>(version: string, now: Was, steps: readonly Step<Was>[]): Was {
  const later = steps.filter((step) => step.version > version);
  return later.toSorted((one, other) => one.version.localeCompare(other.version))[0]?.was ?? now;
}

/** One route as a version has it. */
interface Served {
  readonly id: string;
  readonly since: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

function servedIn(version: string, routers: readonly MovedRouter[]): readonly Served[] {
  return routers.flatMap(({ prefix, prefixes: moved, routes }, i) =>
    routes.flatMap(({ since, verb, verbs, statuses }, j) => {
      if (since > version) return [];
      const { method, path } = wasIn(version, verb, verbs);
      return {
        id: `${String(i)}.${String(j)}`,
        since,
        method,
        path: wasIn(version, prefix, moved) + path,
        status: wasIn(version, 203, statuses),
      };
    }),
  );
}

/** Those that do not give way to another at their address that starts later. */
function unyielded(served: readonly Served[]): readonly Served[] {
  return served.filter(
    (one) => !served.some((other) => addressOf(other) === addressOf(one) && other.since > one.since),
  );
}

function addressOf({ method, path }: Served): string {
  return `${method} ${path}`;
}

/** Whether the model finds nothing that Build has to refuse. */
function isSound(routers: readonly MovedRouter[]): boolean {
  const all = list.map((version) => unyielded(servedIn(version, routers)));
  const isUnique = all.every((served) => new Set(served.map(addressOf)).size === served.length);
  const versionsOf = (id: string): readonly string[] =>
    list.filter((_, i) => all[i]?.some((served) => served.id === id));
  const isReached = routers.every(({ routes }, i) =>
    routes.every(({ verbs, statuses }, j) => {
      const [first] = versionsOf(`${String(i)}.${String(j)}`);
      return first !== undefined && [...verbs, ...statuses].every(({ version }) => version > first);
    }),
  );
  return isUnique && isReached;
}

function appOf(
  routers: readonly MovedRouter[],
  options: VersioningOptions,
): { app: App; answered: string[] } {
  const answered: string[] = [];
  const app = new App({ Versioning: { ...options, Versions: list } });
  routers.forEach(({ prefix, prefixes: moved, routes }, i) => {
    const made = new Router(
      prefix,
      ...moved.map(({ version, was }) => Before(Change(version, "prefix"), WithPrefix(was))),
    );
    routes.forEach(({ since, verb, verbs, statuses }, j) => {
      made.Handle(
        verb.method,
        verb.path,
        (_req, res) => {
          answered.push(`${String(i)}.${String(j)}`);
          return res;
        },
        Since(since),
        Status(203),
        ...verbs.map(({ version, was }) => Before(Change(version, "verb"), Handle(was.method, was.path))),
        ...statuses.map(({ version, was }) => Before(Change(version, "status"), Status(was))),
      );
    });
    app.Include(made);
  });
  return { app, answered };
}

const schemes: readonly [
  name: string,
  VersioningOptions,
  ask: (version: string, method: string, path: string) => Asked,
][] = [
  ["URI", { Type: VersioningURI }, (version, method, path) => ({ method, url: `/v${version}${path}` })],
  [
    "header",
    { Type: VersioningHeader, Header: "X-V" },
    (version, method, url) => ({ method, url, rawHeaders: ["X-V", version] }),
  ],
  [
    "media type",
    { Type: VersioningMediaType, Key: "v" },
    (version, method, url) => ({ method, url, rawHeaders: ["Accept", `a/b;v=${version}`] }),
  ],
];

test.each(schemes)("%s: routes are where their past says", (_, options, ask) => {
  fc.assert(
    fc.property(fc.array(router, { minLength: 1, maxLength: 2 }), (routers) => {
      const { app, answered } = appOf(routers, options);
      const problems = problemsOf(app);
      expect(problems.length === 0).toBe(isSound(routers));
      if (problems.length > 0) return;
      const middleware = app.Build();
      for (const version of list) {
        const served = unyielded(servedIn(version, routers));
        const documented: OpenAPIDocument["paths"] = app.Versions().includes(version)
          ? app.Document(version).paths
          : {};
        for (const method of methods) {
          for (const path of prefixes.flatMap((prefix) => paths.map((own) => prefix + own))) {
            const expected = served.find((one) => addressOf(one) === `${method} ${path}`);
            const shown = documented[options.Type === VersioningURI ? `/v${version}${path}` : path];
            const operation = shown?.[method.toLowerCase() as "get"];
            expect(
              Object.keys(operation?.responses ?? {}).filter((status) => /^2\d\d$/.test(status)),
            ).toEqual(expected ? [String(expected.status)] : []);
            if (!expected) continue;
            answered.length = 0;
            // A parameter's value that is no static segment, so that its own route answers.
            call(middleware, ask(version, method, path.replace("{x}", "1")));
            expect(answered).toEqual([expected.id]);
          }
        }
      }
    }),
    often(400),
  );
});
