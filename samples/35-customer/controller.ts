import {
  Before,
  Carry,
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
  type Typed,
} from "versioned-controllers";
import {
  Balance,
  Created,
  Customer,
  CustomerChanges,
  Customers,
  NewCustomer,
  NoContent,
  PlanChoice,
  Removed,
  Usage,
  V,
} from "./changes";
import { ByFeature, ByID, type Customer as StoredCustomer } from "./schemas";
import type { Store } from "./store";

@Router("/customers", V.Since("1"))
export class CustomersController {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @Get("/", Summary("All customers"), WithResponse(200, Customers))
  list() {
    const list = this.#store.all().map((customer) => this.#withLegacy(customer));
    return { list, total: list.length };
  }

  @Get("/{id}", Summary("One customer"), WithParams(ByID), WithResponse(200, Customer))
  get(req: Typed<{ params: typeof ByID }>) {
    return this.#withLegacy(this.#store.byID(req.params.id));
  }

  @Post("/", Summary("Add a customer"), WithBody(NewCustomer), WithResponse(201, Customer))
  @Before(Created, Status(200))
  add(req: Typed<{ body: typeof NewCustomer }>) {
    return this.#withLegacy(this.#store.add(req.body));
  }

  @Patch("/{id}", Summary("Change a customer"), WithParams(ByID), WithBody(CustomerChanges))
  @WithResponse(200, Customer)
  change(req: Typed<{ params: typeof ByID; body: typeof CustomerChanges }>) {
    return this.#withLegacy(this.#store.change(req.params.id, req.body));
  }

  @Post("/{id}/reset", Summary("Begin a new month"), WithParams(ByID), WithResponse(200, Customer))
  reset(req: Typed<{ params: typeof ByID }>) {
    return this.#withLegacy(this.#store.reset(req.params.id));
  }

  @Put("/{id}/plan", Summary("Choose a plan"), WithParams(ByID), WithBody(PlanChoice))
  @WithResponse(200, Customer)
  choose(req: Typed<{ params: typeof ByID; body: typeof PlanChoice }>) {
    return this.#withLegacy(this.#store.setPlan(req.params.id, req.body.plan));
  }

  @Post("/{id}/close", Summary("Close a customer"), WithParams(ByID), WithResponse(200, Customer))
  close(req: Typed<{ params: typeof ByID }>) {
    return this.#withLegacy(this.#store.setStatus(req.params.id, "closed"));
  }

  @Post("/{id}/pause", V.Since("3"), Summary("Pause a customer"), WithParams(ByID))
  @WithResponse(200, Customer)
  pause(req: Typed<{ params: typeof ByID }>) {
    return this.#withLegacy(this.#store.setStatus(req.params.id, "paused"));
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

  @Delete("/{id}", Summary("Remove a customer"), WithParams(ByID), WithResponse(204, Removed))
  @Before(NoContent, Status(200))
  remove(req: Typed<{ params: typeof ByID }>) {
    this.#store.remove(req.params.id);
  }

  /** What older versions show is asked for only where one of them is answered. */
  #withLegacy(customer: StoredCustomer) {
    return Carry(customer, () => this.#store.legacyOf(customer.id));
  }
}
