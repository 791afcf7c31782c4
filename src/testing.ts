import { METHODS } from "node:http";
import { Server } from "node:net";
import express from "express";
import type { Application } from "express";
import type * as Supertest from "supertest";
import type { App } from "./core/app/app";
import { isApp } from "./core/app/is-app";
import { internals } from "./core/model/app-internals";
import { isApplication } from "./core/model/handler";
import { assertOptions, kinds } from "./core/model/options";
import { describe, isText, misfit } from "./core/model/value";
import type { VersionParts } from "./core/model/source";
import type { Version } from "./core/model/version";
import { supertest } from "./tools/supertest";

type Agent = ReturnType<typeof Supertest.agent>;

/** The options of a {@link TestClient}: the version that it sends, and whether the App must know this version. */
export interface TestClientOptions {
  /** The version of every request. The client sends it in the place where the App reads versions. */
  Version?: Version;
  /** If true, the version may be one that the App does not know, to test how the App answers such a version. */
  Unlisted?: boolean;
}

/** The options of a TestClient for an Express application that contains the App. */
export interface HostedTestClientOptions extends TestClientOptions {
  App: App;
  /** The path at which the App is mounted, such as `"/api"`; needed only if paths contain versions: `/api/v1/cats`. */
  Mount?: string;
}

/**
 * Creates a supertest agent on an Express application that contains only `app.Build()`:
 * `await TestClient(app).get("/cats")`.
 *
 * `TestClient(app, { Version: "2" })` names a version in every request.
 * `TestClient(server, { App: app, Version: "2" })` does the same on an Express application of your own.
 *
 * @throws TypeError if the first argument is neither an App nor an Express application, and for wrong options.
 * @throws RangeError for a version that is neither in `Versions` or `Retired` nor at any route, unless `Unlisted` is
 * true.
 * @throws Error if a custom function reads the version: set the version on each request instead. Error if supertest is
 * not installed.
 */
export function TestClient(app: App, options?: TestClientOptions): Agent;
export function TestClient(host: Application, options: HostedTestClientOptions): Agent;
export function TestClient(
  target: App | Application,
  options: TestClientOptions & Partial<HostedTestClientOptions> = {},
): Agent {
  assertOptions<HostedTestClientOptions>("TestClient", options, {
    Version: kinds.filledText,
    Unlisted: kinds.flag,
    App: { expected: "an App", holds: isApp },
    Mount: { expected: "a path", holds: isText },
  });
  const { App: app, Mount = "" } = options;
  const asked = isApp(target) ? target : app;
  const client = supertest().agent(isApp(target) ? express().use(target.Build()) : hostOf(target));
  if (options.Version === undefined) return client;
  if (!asked) {
    throw new TypeError(
      "TestClient: an Express application itself has no versions: beside Version, pass the option App, as in { App: app }",
    );
  }
  const parts = versionPartsOf(asked, options.Version);
  if (options.Unlisted !== true) assertListed(asked, options.Version);
  return sending(client, parts, Mount.replace(/\/$/, ""));
}

function hostOf(target: unknown): Application {
  if (isApplication(target) || target instanceof Server) return target as Application;
  throw misfit("TestClient: the first argument", "an App, or an Express application", target);
}

function versionPartsOf(app: App, version: Version): VersionParts {
  const source = app[internals].sources.find(({ partsFor }) => partsFor);
  if (source?.partsFor) return source.partsFor(version);
  throw new Error(
    "TestClient cannot send a version: versioning is off, or the App reads the version with its own function: " +
      "use an extractor such as FromHeader, or set the version on each request",
  );
}

function assertListed(app: App, version: Version): void {
  const { listed, takesUnlisted, versions, retired } = app[internals];
  const known = [...new Set([...listed, ...versions()])];
  if (takesUnlisted || known.includes(version) || retired.has(version)) return;
  throw new RangeError(
    `TestClient: Version must be one of ${known.map(describe).join(", ") || "no versions: no route has one"}, got ${describe(version)}; set Unlisted: true to send the version anyway`,
  );
}

function sending(client: Agent, { segment, header, query, cookie }: VersionParts, mount: string): Agent {
  if (header) client.set(header.name, header.value);
  if (cookie) client.set("Cookie", `${cookie.name}=${cookie.value}`);
  if (query) client.query({ [query.name]: query.value });
  return segment === undefined ? client : under(client, mount, `${mount}/${segment}`);
}

/** Wraps an agent, so that every path contains the version, after the App's mount path. */
function under(client: Agent, mount: string, prefix: string): Agent {
  const verbs = new Set<PropertyKey>([...METHODS.map((method) => method.toLowerCase()), "del"]);
  // `query` remains unwrapped, because this method of the agent sets parameters instead of sending QUERY.
  verbs.delete("query");
  const proxy: Agent = new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (!verbs.has(name)) {
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, args);
          // A call such as `client.set("A", "b")` returns the agent, so the result must be the wrapped agent.
          return result === target ? proxy : result;
        };
      }
      return (path: string, ...others: unknown[]): unknown => {
        const isUnderMount = path.startsWith(mount) && /^(?:$|[/?])/.test(path.slice(mount.length));
        const rest = isUnderMount ? path.slice(mount.length) : path;
        return Reflect.apply(value, target, [`${prefix}${rest === "/" ? "" : rest}`, ...others]) as unknown;
      };
    },
  });
  return proxy;
}
