import type { App } from "../../src/index";
import type { Create, Setup } from "../peer";
import { olderOrderedSchema, olderOrderSchema, orderedSchema, orderSchema } from "./order-schemas";
import { createServerOf, packageOf } from "./ours";

/** `CreateServer` around an App with one route that takes an order, checked by JSON Schema, and answers with it. */
export const create: Create = (setup) =>
  createServerOf(setup.built)(setup.body === "older order" ? olderAppOf(setup) : newestAppOf(setup));

function newestAppOf({ built }: Setup): App {
  const { App, WithBody, WithResponse, WithVersion } = packageOf(built);
  return new App({ Versioning: { Type: "uri" } }).Post(
    "/orders",
    (req): unknown => ({ id: "order-1", ...(req.body as object) }),
    WithVersion("1"),
    WithBody(orderSchema),
    WithResponse(201, orderedSchema),
  );
}

/** Version 1 of two: the handler speaks version 2. */
function olderAppOf({ built }: Setup): App {
  const { App, DefineVersions, Rename, Versioned, WithBody, WithResponse } = packageOf(built);
  const versions = DefineVersions("1", "2");
  const customer = versions.Change("2", "An order's `buyer` is its `customer`.");
  const rename = Rename("buyer", "customer");
  return new App({ Versioning: { Type: "uri", Versions: versions.List } }, versions.Since("1")).Post(
    "/orders",
    (req): unknown => ({ id: "order-1", ...(req.body as object) }),
    WithBody(Versioned(orderSchema).Before(customer, olderOrderSchema, rename)),
    WithResponse(201, Versioned(orderedSchema).Before(customer, olderOrderedSchema, rename)),
  );
}
