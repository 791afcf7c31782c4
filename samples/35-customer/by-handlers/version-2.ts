import {
  Get,
  Patch,
  Post,
  Put,
  Router,
  Status,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import { Customer2, CustomerChanges3, type Legacy } from "../older-schemas";
import { ByID, type Customer } from "../schemas";
import type { Features, Store } from "../store";
import { checkEmail } from "./emails";
import { toV3 } from "./version-3";
import { NewCustomer2, PlanChoice2 } from "./older-schemas";

const Customers2 = z.object({ list: z.array(Customer2), total: z.int() });

@Router("/customers", WithVersion("2"))
export class CustomersV2 {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @Get("/", Summary("All customers"), WithResponse(200, Customers2))
  async list() {
    const list = await Promise.all(this.#store.all().map((customer) => this.#shown(customer)));
    return { list, total: list.length };
  }

  @Get("/{id}", Summary("One customer"), WithParams(ByID), WithResponse(200, Customer2))
  get(req: Typed<{ params: typeof ByID }>) {
    return this.#shown(this.#store.byID(req.params.id));
  }

  @Post("/", Summary("Add a customer"), Status(200), WithBody(NewCustomer2), WithResponse(200, Customer2))
  add(req: Typed<{ body: typeof NewCustomer2 }>) {
    const { product, ...customer } = req.body;
    checkEmail(customer.email);
    return this.#shown(this.#store.add({ ...customer, plan: product }));
  }

  @Patch("/{id}", Summary("Change a customer"), WithParams(ByID), WithBody(CustomerChanges3))
  @WithResponse(200, Customer2)
  change(req: Typed<{ params: typeof ByID; body: typeof CustomerChanges3 }>) {
    checkEmail(req.body.email);
    return this.#shown(this.#store.change(req.params.id, req.body));
  }

  @Post("/{id}/reset", Summary("Begin a new month"), WithParams(ByID), WithResponse(200, Customer2))
  reset(req: Typed<{ params: typeof ByID }>) {
    return this.#shown(this.#store.reset(req.params.id));
  }

  @Put("/{id}/plan", Summary("Choose a plan"), WithParams(ByID), WithBody(PlanChoice2))
  @WithResponse(200, Customer2)
  choose(req: Typed<{ params: typeof ByID; body: typeof PlanChoice2 }>) {
    return this.#shown(this.#store.setPlan(req.params.id, req.body.product));
  }

  @Post("/{id}/close", Summary("Close a customer"), WithParams(ByID), WithResponse(200, Customer2))
  close(req: Typed<{ params: typeof ByID }>) {
    return this.#shown(this.#store.setStatus(req.params.id, "closed"));
  }

  async #shown(customer: Customer) {
    const legacy = await this.#store.legacyOf(customer.id);
    return toV2(customer, await this.#store.features(), legacy);
  }
}

export function toV2(customer: Customer, features: Features, { options }: Legacy): z.infer<typeof Customer2> {
  const { plan, status, ...rest } = toV3(customer, features);
  return {
    ...rest,
    status: status === "paused" ? "active" : status,
    product: {
      id: plan.id,
      started_at: `${plan.since}T00:00:00Z`,
      quantities: Object.fromEntries(options.map((one) => [one.feature_id, one.quantity])),
    },
  };
}
