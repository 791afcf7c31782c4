import {
  Delete,
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
import { Customer1, CustomerChanges3, type Legacy } from "../older-schemas";
import { ByID, type Customer } from "../schemas";
import type { Features, Store } from "../store";
import { checkEmail } from "./emails";
import { toV2 } from "./version-2";
import { NewCustomer2, PlanChoice2 } from "./older-schemas";

const Customers1 = z.object({ customers: z.array(Customer1) });
const Removed1 = z.object({ success: z.literal(true) });

@Router("/customers", WithVersion("1"))
export class CustomersV1 {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @Get("/", Summary("All customers"), WithResponse(200, Customers1))
  async list() {
    return { customers: await Promise.all(this.#store.all().map((customer) => this.#shown(customer))) };
  }

  @Get("/{id}", Summary("One customer"), WithParams(ByID), WithResponse(200, Customer1))
  get(req: Typed<{ params: typeof ByID }>) {
    return this.#shown(this.#store.byID(req.params.id));
  }

  @Post("/", Summary("Add a customer"), Status(200), WithBody(NewCustomer2), WithResponse(200, Customer1))
  add(req: Typed<{ body: typeof NewCustomer2 }>) {
    const { product, ...customer } = req.body;
    checkEmail(customer.email);
    return this.#shown(this.#store.add({ ...customer, plan: product }));
  }

  @Patch("/{id}", Summary("Change a customer"), WithParams(ByID), WithBody(CustomerChanges3))
  @WithResponse(200, Customer1)
  change(req: Typed<{ params: typeof ByID; body: typeof CustomerChanges3 }>) {
    checkEmail(req.body.email);
    return this.#shown(this.#store.change(req.params.id, req.body));
  }

  @Post("/{id}/reset", Summary("Begin a new month"), WithParams(ByID), WithResponse(200, Customer1))
  reset(req: Typed<{ params: typeof ByID }>) {
    return this.#shown(this.#store.reset(req.params.id));
  }

  @Put("/{id}/plan", Summary("Choose a plan"), WithParams(ByID), WithBody(PlanChoice2))
  @WithResponse(200, Customer1)
  choose(req: Typed<{ params: typeof ByID; body: typeof PlanChoice2 }>) {
    return this.#shown(this.#store.setPlan(req.params.id, req.body.product));
  }

  @Post("/{id}/close", Summary("Close a customer"), WithParams(ByID), WithResponse(200, Customer1))
  close(req: Typed<{ params: typeof ByID }>) {
    return this.#shown(this.#store.setStatus(req.params.id, "closed"));
  }

  @Delete("/{id}", Summary("Remove a customer"), WithParams(ByID), WithResponse(200, Removed1))
  remove(req: Typed<{ params: typeof ByID }>) {
    this.#store.remove(req.params.id);
    return { success: true as const };
  }

  async #shown(customer: Customer) {
    const legacy = await this.#store.legacyOf(customer.id);
    return toV1(customer, await this.#store.features(), legacy);
  }
}

function toV1(customer: Customer, features: Features, legacy: Legacy): z.infer<typeof Customer1> {
  const { id, name, email, product, status, features: shown } = toV2(customer, features, legacy);
  const subscription = { id: legacy.subscription_id, product: product.id, status };
  return { customer: { id, name, email }, subscription, features: shown };
}
