import type { RequestHandler } from "express";
import type { LocalInternals } from "./internals";
import { build, type BuiltApp } from "./build";
import { misuse } from "./misuse";
import { settingsOf } from "../declare/option";
import type { RouterOption } from "../../types/option";
import type { Wrong } from "../../types/wrong";
import { openRecorder, record } from "../declare/recorder";
import { hasInternals, internals } from "../model/app-internals";
import type { ChangelogEntry } from "../../schema/interface/app-changes";
import type { Middleware } from "../model/handler";
import type { Lifecycle } from "../model/lifecycle";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import type { AppOptions } from "../model/app-options";
import type { Route } from "../model/route";
import type { Version } from "../model/version";
import { Router } from "./router";

/**
 * One API in all its versions: a Router whose `Build()` returns the Express middleware that serves it.
 *
 * ```
 * const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version" } });
 * app.Get("/cats", () => ["Tom"], WithVersion("1"));
 * express().use(app.Build()).listen(3000);
 * ```
 */
export class App extends Router {
  readonly #options: AppOptions;
  #built: BuiltApp | undefined;

  constructor(options?: AppOptions, ...root: (RouterOption | Wrong<"this is not an option of routers">)[]) {
    super();
    record(this, { where: "App", isApp: true, settings: settingsOf(root) });
    this.#options = options ?? {};
  }

  /** Adds Express middleware that runs for every request before matching, even for requests that match no route. */
  Use(...middleware: Middleware[]): this {
    openRecorder(this, "Use").use.push(...(middleware as readonly unknown[]));
    return this;
  }

  /**
   * Returns the Express middleware; every call returns the same function.
   *
   * @throws BuildError with all problems of the declarations. After a correction, you can call `Build` again.
   */
  Build(): RequestHandler {
    // In `server.use(app.Build)`, Express calls `Build` without `this`.
    if (!hasInternals(this)) throw misuse("build-not-called");
    return this.#build().middleware;
  }

  /**
   * Lists the versions that have routes, in the order of `Versions`; without `Versions`, in the order in which routes
   * first name the versions. Builds the App if needed.
   */
  Versions(): readonly Version[] {
    return this.#build().versions();
  }

  /** Returns the lifecycle of each version (dates and successor) as it is now. Builds the App if needed. */
  Lifecycles(): ReadonlyMap<Version, Lifecycle> {
    return new Map([...this.#build().lifecycles()].map(([version, life]) => [version, { ...life }]));
  }

  /**
   * Creates the OpenAPI 3.1 document of all versions or, with an argument, of the routes that one version serves.
   * Builds the App if needed.
   *
   * @throws RangeError for a version that no route answers.
   */
  Document(version?: Version): OpenAPIDocument {
    return this.#build().document(version);
  }

  /**
   * Lists the public changes of each version, newest version first: `[{ Version: "2", Changes: [{ Description: "...",
   * Routes: ["GET /cats"], Behaviour: false }] }]`. Leaves out changes whose routes are all `Hidden`. Builds the App if
   * needed.
   */
  Changelog(): readonly ChangelogEntry[] {
    return this.#build().changelog();
  }

  /** Returns a frozen record for each route of the App, in registration order. Builds the App if needed. */
  Inspect(): readonly Route[] {
    return this.#build().inspect();
  }

  #build(): BuiltApp {
    return (this.#built ??= build(this, this.#options));
  }

  /** @internal The data that `CreateServer` and the command-line tool need from an App. Builds the App if needed. */
  get [internals](): LocalInternals {
    return this.#build().internals;
  }
}
