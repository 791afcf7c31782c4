import {
  Delete,
  Get,
  Patch,
  Post,
  Put,
  Router,
  Since,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import {
  Balance,
  ByFeature,
  ByID,
  Customer,
  CustomerChanges,
  NewCustomer,
  PlanChoice,
  Usage,
} from "../schemas";
import type { Store } from "../store";

const Customers = z.object({ list: z.array(Customer), total: z.int() });

@Router("/customers", Since("4"))
export class CustomersV4 {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @Get("/", Summary("All customers"), WithResponse(200, Customers))
  list() {
    const list = this.#store.all();
    return { list, total: list.length };
  }

  @Get("/{id}", Summary("One customer"), WithParams(ByID), WithResponse(200, Customer))
  get(req: Typed<{ params: typeof ByID }>) {
    return this.#store.byID(req.params.id);
  }

  @Post("/", Summary("Add a customer"), WithBody(NewCustomer), WithResponse(201, Customer))
  add(req: Typed<{ body: typeof NewCustomer }>) {
    return this.#store.add(req.body);
  }

  @Patch("/{id}", Summary("Change a customer"), WithParams(ByID), WithBody(CustomerChanges))
  @WithResponse(200, Customer)
  change(req: Typed<{ params: typeof ByID; body: typeof CustomerChanges }>) {
    return this.#store.change(req.params.id, req.body);
  }

  @Post("/{id}/reset", Summary("Begin a new month"), WithParams(ByID), WithResponse(200, Customer))
  reset(req: Typed<{ params: typeof ByID }>) {
    return this.#store.reset(req.params.id);
  }

  @Put("/{id}/plan", Summary("Choose a plan"), WithParams(ByID), WithBody(PlanChoice))
  @WithResponse(200, Customer)
  choose(req: Typed<{ params: typeof ByID; body: typeof PlanChoice }>) {
    return this.#store.setPlan(req.params.id, req.body.plan);
  }

  @Post("/{id}/close", Summary("Close a customer"), WithParams(ByID), WithResponse(200, Customer))
  close(req: Typed<{ params: typeof ByID }>) {
    return this.#store.setStatus(req.params.id, "closed");
  }

  @Post("/{id}/pause", Summary("Pause a customer"), WithParams(ByID), WithResponse(200, Customer))
  pause(req: Typed<{ params: typeof ByID }>) {
    return this.#store.setStatus(req.params.id, "paused");
  }

  @Get("/{id}/balances/{feature}", Summary("One balance"), WithParams(ByFeature))
  @WithResponse(200, Balance)
  balance(req: Typed<{ params: typeof ByFeature }>) {
    return this.#store.balance(req.params.id, req.params.feature);
  }

  @Post("/{id}/usage", Summary("A feature was used"), WithParams(ByID), WithBody(Usage))
  @WithResponse(200, Balance)
  use(req: Typed<{ params: typeof ByID; body: typeof Usage }>) {
    return this.#store.use(req.params.id, req.body);
  }

  // Nothing about it has changed since version 2.
  @Delete("/{id}", Since("2"), Summary("Remove a customer"), WithParams(ByID), WithResponse(204))
  remove(req: Typed<{ params: typeof ByID }>) {
    this.#store.remove(req.params.id);
  }
}
