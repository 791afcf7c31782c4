import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import express from "express";
import type * as API from "../../src/index";
import type { Answers, Create, Scheme, Setup } from "../peer";

const load = createRequire(__filename);

/** This package as most use it: mounted on an Express application. */
export const create: Create = (setup, answers) => createServer(express().use(appOf(setup, answers).Build()));

/** The main entry of the compiled package. */
export function packageOf(built: string): typeof API {
  return load(join(built, "index.js")) as typeof API;
}

/** The App of a setup, not built yet. */
export function appOf({ built, scheme, paths }: Setup, { thing }: Answers): API.App {
  const { App, WithVersion } = packageOf(built);
  const app = new App({ Versioning: versioningOf(scheme) });
  for (let n = 0; n < paths; n++) {
    for (const version of ["1", "2"]) {
      app.Get(`/things-${n}/{id}`, (req) => thing(req.params.id, version), WithVersion(version));
    }
  }
  return app;
}

/** `CreateServer` of the built package: docs/reference/server.md. */
export function createServerOf(built: string): (app: object) => Server {
  return (load(join(built, "server.js")) as { CreateServer: (app: object) => Server }).CreateServer;
}

function versioningOf(scheme: Scheme): API.VersioningOptions {
  switch (scheme) {
    case "uri":
      return { Type: "uri" };
    case "header":
      return { Type: "header", Header: "X-API-Version" };
    case "media-type":
      return { Type: "media-type", Key: "v" };
    case "custom":
      return { Type: "custom", Extractor: (req) => req.headers["x-api-version"] };
  }
}
