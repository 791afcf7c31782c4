import {
  Before,
  Carry,
  Delete,
  Get,
  Patch,
  Post,
  Put,
  Router,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  WithPrefix,
  WithSecurity,
  type Typed,
} from "versioned-controllers";
import { Changes, Hours, Many, Moved, NewSchedule, One, Override, Scopes, V } from "./changes";
import { Key } from "./keys";
import { ByDate, ByID, type Schedule } from "./schemas";
import type { Store } from "./store";

@Router("/schedules", V.Since("2025-04-01"), WithSecurity(Key.With("schedules")))
@Before(Moved, WithPrefix("/availability"))
@Before(Scopes, WithSecurity(Key))
export class SchedulesController {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @Get("/", Summary("All schedules"))
  @WithResponse(200, Many)
  list() {
    return { data: this.#store.all().map((schedule) => this.#withCount(schedule)) };
  }

  @Get("/archived", Summary("Archived schedules"))
  @WithResponse(200, Many)
  archived() {
    return { data: this.#store.archived().map((schedule) => this.#withCount(schedule)) };
  }

  @Get("/default", Summary("The default schedule"))
  @WithResponse(200, One)
  default() {
    return { data: this.#withCount(this.#store.default()) };
  }

  @Get("/{id}", Summary("One schedule"), WithParams(ByID))
  @WithResponse(200, One)
  get(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#withCount(this.#store.byID(req.params.id)) };
  }

  @Post("/", Summary("Add a schedule"), WithBody(NewSchedule))
  @WithResponse(201, One)
  add(req: Typed<{ body: typeof NewSchedule }>) {
    return { data: this.#withCount(this.#store.add(req.body)) };
  }

  @Post("/{id}/copy", Summary("Copy a schedule"), WithParams(ByID))
  @WithResponse(201, One)
  copy(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#withCount(this.#store.copy(req.params.id)) };
  }

  @Patch("/{id}", Summary("Change a schedule"), WithParams(ByID), WithBody(Changes))
  @WithResponse(200, One)
  @Before(Moved, Post("/{id}/update"))
  change(req: Typed<{ params: typeof ByID; body: typeof Changes }>) {
    return { data: this.#withCount(this.#store.change(req.params.id, req.body)) };
  }

  @Put("/{id}/default", Summary("Make it the default"), WithParams(ByID))
  @WithResponse(200, One)
  makeDefault(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#withCount(this.#store.makeDefault(req.params.id)) };
  }

  @Post("/{id}/archive", Summary("Archive a schedule"), WithParams(ByID))
  @WithResponse(200, One)
  archive(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#withCount(this.#store.archive(req.params.id, true)) };
  }

  @Post("/{id}/restore", Summary("Restore a schedule"), WithParams(ByID))
  @WithResponse(200, One)
  restore(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#withCount(this.#store.archive(req.params.id, false)) };
  }

  @Post("/{id}/availability", Summary("Add hours"), WithParams(ByID), WithBody(Hours))
  @WithResponse(200, One)
  addHours(req: Typed<{ params: typeof ByID; body: typeof Hours }>) {
    return { data: this.#withCount(this.#store.addHours(req.params.id, req.body)) };
  }

  @Delete("/{id}/availability", Summary("No hours"), WithParams(ByID))
  @WithResponse(200, One)
  removeHours(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#withCount(this.#store.removeHours(req.params.id)) };
  }

  @Post("/{id}/overrides", Summary("Override a day"), WithParams(ByID), WithBody(Override))
  @WithResponse(200, One)
  addOverride(req: Typed<{ params: typeof ByID; body: typeof Override }>) {
    return { data: this.#withCount(this.#store.addOverride(req.params.id, req.body)) };
  }

  @Delete("/{id}/overrides/{date}", Summary("No override"), WithParams(ByDate))
  @WithResponse(200, One)
  removeOverride(req: Typed<{ params: typeof ByDate }>) {
    return { data: this.#withCount(this.#store.removeOverride(req.params.id, req.params.date)) };
  }

  @Delete("/{id}/overrides", Summary("No overrides"), WithParams(ByID))
  @WithResponse(200, One)
  removeOverrides(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#withCount(this.#store.removeOverrides(req.params.id)) };
  }

  @Delete("/{id}", Summary("Remove a schedule"), WithSecurity(Key.With("removal")), WithParams(ByID))
  @WithResponse(204)
  @Before(Scopes, WithSecurity(Key))
  remove(req: Typed<{ params: typeof ByID }>) {
    this.#store.remove(req.params.id);
  }

  /** Only the version of 2025 shows whether it is the last one: the schedules are counted for its clients alone. */
  #withCount(schedule: Schedule) {
    return Carry(schedule, async () => ({ isLast: (await this.#store.count()) === 1 }));
  }
}
