import {
  Get,
  Patch,
  Post,
  Put,
  Router,
  Summary,
  Until,
  WithBody,
  WithParams,
  WithResponse,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import { CustomerChanges3, Feature3, NewCustomer3 } from "../older-schemas";
import { ByFeature, ByID, PlanChoice, type Balance, type Customer } from "../schemas";
import type { Features, Store } from "../store";
import { checkEmail } from "./emails";
import { Customer3, Usage3 } from "./older-schemas";

const Customers3 = z.object({ list: z.array(Customer3), total: z.int() });

@Router("/customers", WithVersion("3"))
export class CustomersV3 {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @Get("/", Summary("All customers"), WithResponse(200, Customers3))
  async list() {
    const features = await this.#store.features();
    const list = this.#store.all().map((customer) => toV3(customer, features));
    return { list, total: list.length };
  }

  @Get("/{id}", Summary("One customer"), WithParams(ByID), WithResponse(200, Customer3))
  async get(req: Typed<{ params: typeof ByID }>) {
    return toV3(this.#store.byID(req.params.id), await this.#store.features());
  }

  @Post("/", Summary("Add a customer"), WithBody(NewCustomer3), WithResponse(201, Customer3))
  async add(req: Typed<{ body: typeof NewCustomer3 }>) {
    checkEmail(req.body.email);
    return toV3(this.#store.add(req.body), await this.#store.features());
  }

  @Patch("/{id}", Summary("Change a customer"), WithParams(ByID), WithBody(CustomerChanges3))
  @WithResponse(200, Customer3)
  async change(req: Typed<{ params: typeof ByID; body: typeof CustomerChanges3 }>) {
    checkEmail(req.body.email);
    return toV3(this.#store.change(req.params.id, req.body), await this.#store.features());
  }

  @Post("/{id}/reset", Summary("Begin a new month"), WithParams(ByID), WithResponse(200, Customer3))
  async reset(req: Typed<{ params: typeof ByID }>) {
    return toV3(this.#store.reset(req.params.id), await this.#store.features());
  }

  @Put("/{id}/plan", Summary("Choose a plan"), WithParams(ByID), WithBody(PlanChoice))
  @WithResponse(200, Customer3)
  async choose(req: Typed<{ params: typeof ByID; body: typeof PlanChoice }>) {
    return toV3(this.#store.setPlan(req.params.id, req.body.plan), await this.#store.features());
  }

  @Post("/{id}/close", Summary("Close a customer"), WithParams(ByID), WithResponse(200, Customer3))
  async close(req: Typed<{ params: typeof ByID }>) {
    return toV3(this.#store.setStatus(req.params.id, "closed"), await this.#store.features());
  }

  @Post("/{id}/pause", Summary("Pause a customer"), WithParams(ByID), WithResponse(200, Customer3))
  async pause(req: Typed<{ params: typeof ByID }>) {
    return toV3(this.#store.setStatus(req.params.id, "paused"), await this.#store.features());
  }

  // This and the next are the same in all older versions.
  @Get("/{id}/balances/{feature}", Until("3"), Summary("One balance"), WithParams(ByFeature))
  @WithResponse(200, Feature3)
  async balance(req: Typed<{ params: typeof ByFeature }>) {
    return toFeature(this.#store.balance(req.params.id, req.params.feature), await this.#store.features());
  }

  @Post("/{id}/usage", Until("3"), Summary("A feature was used"), WithParams(ByID), WithBody(Usage3))
  @WithResponse(200, Feature3)
  async use(req: Typed<{ params: typeof ByID; body: typeof Usage3 }>) {
    const { feature, value } = req.body;
    const balance = this.#store.use(req.params.id, { feature_id: feature, amount: value });
    return toFeature(balance, await this.#store.features());
  }
}

export function toV3({ balances, ...customer }: Customer, features: Features): z.infer<typeof Customer3> {
  return { ...customer, features: balances.map((balance) => toFeature(balance, features)) };
}

function toFeature({ feature_id, granted, used }: Balance, features: Features): z.infer<typeof Feature3> {
  const { name = feature_id, kind = "metered" } = features.get(feature_id) ?? {};
  return { id: feature_id, name, type: kind === "switch" ? "boolean" : "metered", left: granted - used };
}
