import {
  Before,
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
import { ByDate, ByID } from "./schemas";
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
    return { data: this.#store.all() };
  }

  @Get("/archived", Summary("Archived schedules"))
  @WithResponse(200, Many)
  archived() {
    return { data: this.#store.archived() };
  }

  @Get("/default", Summary("The default schedule"))
  @WithResponse(200, One)
  default() {
    return { data: this.#store.default() };
  }

  @Get("/{id}", Summary("One schedule"), WithParams(ByID))
  @WithResponse(200, One)
  get(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#store.byID(req.params.id) };
  }

  @Post("/", Summary("Add a schedule"), WithBody(NewSchedule))
  @WithResponse(201, One)
  add(req: Typed<{ body: typeof NewSchedule }>) {
    return { data: this.#store.add(req.body) };
  }

  @Post("/{id}/copy", Summary("Copy a schedule"), WithParams(ByID))
  @WithResponse(201, One)
  copy(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#store.copy(req.params.id) };
  }

  @Patch("/{id}", Summary("Change a schedule"), WithParams(ByID), WithBody(Changes))
  @WithResponse(200, One)
  @Before(Moved, Post("/{id}/update"))
  change(req: Typed<{ params: typeof ByID; body: typeof Changes }>) {
    return { data: this.#store.change(req.params.id, req.body) };
  }

  @Put("/{id}/default", Summary("Make it the default"), WithParams(ByID))
  @WithResponse(200, One)
  makeDefault(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#store.makeDefault(req.params.id) };
  }

  @Post("/{id}/archive", Summary("Archive a schedule"), WithParams(ByID))
  @WithResponse(200, One)
  archive(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#store.archive(req.params.id, true) };
  }

  @Post("/{id}/restore", Summary("Restore a schedule"), WithParams(ByID))
  @WithResponse(200, One)
  restore(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#store.archive(req.params.id, false) };
  }

  @Post("/{id}/availability", Summary("Add hours"), WithParams(ByID), WithBody(Hours))
  @WithResponse(200, One)
  addHours(req: Typed<{ params: typeof ByID; body: typeof Hours }>) {
    return { data: this.#store.addHours(req.params.id, req.body) };
  }

  @Delete("/{id}/availability", Summary("No hours"), WithParams(ByID))
  @WithResponse(200, One)
  removeHours(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#store.removeHours(req.params.id) };
  }

  @Post("/{id}/overrides", Summary("Override a day"), WithParams(ByID), WithBody(Override))
  @WithResponse(200, One)
  addOverride(req: Typed<{ params: typeof ByID; body: typeof Override }>) {
    return { data: this.#store.addOverride(req.params.id, req.body) };
  }

  @Delete("/{id}/overrides/{date}", Summary("No override"), WithParams(ByDate))
  @WithResponse(200, One)
  removeOverride(req: Typed<{ params: typeof ByDate }>) {
    return { data: this.#store.removeOverride(req.params.id, req.params.date) };
  }

  @Delete("/{id}/overrides", Summary("No overrides"), WithParams(ByID))
  @WithResponse(200, One)
  removeOverrides(req: Typed<{ params: typeof ByID }>) {
    return { data: this.#store.removeOverrides(req.params.id) };
  }

  @Delete("/{id}", Summary("Remove a schedule"), WithSecurity(Key.With("removal")), WithParams(ByID))
  @WithResponse(204)
  @Before(Scopes, WithSecurity(Key))
  remove(req: Typed<{ params: typeof ByID }>) {
    this.#store.remove(req.params.id);
  }
}
