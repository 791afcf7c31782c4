import type { RequestHandler } from "express";
import { build, type BuiltApp } from "./build";
import { settingsOf, type RouterOption } from "./declare/option";
import { openRecorder, record } from "./declare/recorder";
import { failureWith } from "./dispatch/failures";
import type { Plan, Unmatched } from "./dispatch/middleware";
import type { VersionSource } from "./model/extractor";
import type { Middleware } from "./model/handler";
import type { OpenAPIDocument } from "./model/openapi";
import type { AppOptions } from "./model/options";
import type { Route } from "./model/route";
import type { Version } from "./model/version";
import { Router } from "./router";

/**
 * What serves an App that has no host to pass errors to; `host`, where there is one, takes what it does not match.
 *
 * For `versioned-controllers/server`; builds if needed.
 */
export let standalonePlanOf: (app: App, host: Unmatched | undefined) => Plan;

/** Where requests of an App name their version; for `versioned-controllers/testing`; builds if needed. */
export let sourcesOfApp: (app: App) => readonly VersionSource[];

/**
 * One API in all its versions: a Router whose `Build()` gives the Express middleware that serves it.
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

  constructor(options?: AppOptions, ...root: RouterOption[]) {
    super();
    record(this, { where: "App", isApp: true, settings: settingsOf(root) });
    this.#options = options ?? {};
  }

  /** Runs Express middleware for every request, the unmatched ones too, before matching. */
  Use(...middleware: Middleware[]): this {
    openRecorder(this, "Use").use.push(...(middleware as readonly unknown[]));
    return this;
  }

  /**
   * The Express middleware: the same one on every call.
   *
   * @throws BuildError with everything that is wrong with what was declared; mend it, and build again.
   */
  Build(): RequestHandler {
    return this.#build().middleware;
  }

  /** Every version that some route answers, in the order of `Versions`, else as first declared; builds if needed. */
  Versions(): readonly Version[] {
    return this.#build().versions();
  }

  /**
   * A fresh OpenAPI 3.1 document: of all versions, or of what a request of one version reaches; builds if needed.
   *
   * @throws RangeError for a version that no route answers.
   */
  Document(version?: Version): OpenAPIDocument {
    return this.#build().document(version);
  }

  /** Every route of the tree, in registration order, as new frozen records; builds if needed. */
  Inspect(): readonly Route[] {
    return this.#build().inspect();
  }

  #build(): BuiltApp {
    return (this.#built ??= build(this, this.#options));
  }

  static {
    sourcesOfApp = (app) => app.#build().sources;
    standalonePlanOf = (app, host) => {
      const { plan, unmatched } = app.#build();
      return {
        ...plan,
        unmatched: host ?? unmatched,
        fail: failureWith({ ...app.#options, PassErrors: false }),
      };
    };
  }
}
