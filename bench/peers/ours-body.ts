import { createServer } from "node:http";
import express, { json } from "express";
import type { App, RouteOption } from "../../src/index";
import type { Create, Setup } from "../peer";
import { packageOf } from "./ours";
import { Thing, thingSchema } from "./thing";

/** One route that answers with its body, mounted on an Express application. */
export const create: Create = (setup) => createServer(express().use(bodyAppOf(setup).Build()));

/** The App with one route that answers with its body, checked as the setup says. */
export function bodyAppOf(setup: Setup): App {
  const { App, WithVersion } = packageOf(setup.built);
  return new App({ Versioning: { Type: "uri" } }).Post(
    "/things",
    (req): unknown => req.body,
    WithVersion("1"),
    optionOf(setup),
  );
}

function optionOf({ built, body }: Setup): RouteOption {
  const { WithBody, WithMiddleware } = packageOf(built);
  if (body === "zod") return WithBody(Thing);
  return body === "JSON Schema" ? WithBody(thingSchema) : WithMiddleware(json());
}
