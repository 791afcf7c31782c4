import {
  Delete,
  Get,
  HTTPError,
  Post,
  Put,
  Router,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  WithSecurity,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import { Key } from "../keys";
import { Hours1, NewSchedule1, Override1, Schedule1, ScheduleChanges1 } from "../older-schemas";
import { ByDate, ByID, TimeZone, type Schedule } from "../schemas";
import type { Store } from "../store";
import { fromMinutes, toMinutes } from "../times";

const One1 = z.object({ data: Schedule1 });
const Many1 = z.object({ data: z.array(Schedule1) });

@Router("/availability", WithVersion("2025-04-01"), WithSecurity(Key))
export class AvailabilityController {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @Get("/", Summary("All schedules"))
  @WithResponse(200, Many1)
  async list() {
    return { data: await Promise.all(this.#store.all().map((schedule) => this.#shown(schedule))) };
  }

  @Get("/archived", Summary("Archived schedules"))
  @WithResponse(200, Many1)
  async archived() {
    return { data: await Promise.all(this.#store.archived().map((schedule) => this.#shown(schedule))) };
  }

  @Get("/default", Summary("The default schedule"))
  @WithResponse(200, One1)
  default() {
    return this.#one(this.#store.default());
  }

  @Get("/{id}", Summary("One schedule"), WithParams(ByID))
  @WithResponse(200, One1)
  get(req: Typed<{ params: typeof ByID }>) {
    return this.#one(this.#store.byID(req.params.id));
  }

  @Post("/", Summary("Add a schedule"), WithBody(NewSchedule1))
  @WithResponse(201, One1)
  add(req: Typed<{ body: typeof NewSchedule1 }>) {
    return this.#one(this.#store.add(fromInput(req.body)));
  }

  @Post("/{id}/copy", Summary("Copy a schedule"), WithParams(ByID))
  @WithResponse(201, One1)
  copy(req: Typed<{ params: typeof ByID }>) {
    return this.#one(this.#store.copy(req.params.id));
  }

  @Post("/{id}/update", Summary("Change a schedule"), WithParams(ByID), WithBody(ScheduleChanges1))
  @WithResponse(200, One1)
  change(req: Typed<{ params: typeof ByID; body: typeof ScheduleChanges1 }>) {
    return this.#one(this.#store.change(req.params.id, fromInput(req.body)));
  }

  @Put("/{id}/default", Summary("Make it the default"), WithParams(ByID))
  @WithResponse(200, One1)
  makeDefault(req: Typed<{ params: typeof ByID }>) {
    return this.#one(this.#store.makeDefault(req.params.id));
  }

  @Post("/{id}/archive", Summary("Archive a schedule"), WithParams(ByID))
  @WithResponse(200, One1)
  archive(req: Typed<{ params: typeof ByID }>) {
    return this.#one(this.#store.archive(req.params.id, true));
  }

  @Post("/{id}/restore", Summary("Restore a schedule"), WithParams(ByID))
  @WithResponse(200, One1)
  restore(req: Typed<{ params: typeof ByID }>) {
    return this.#one(this.#store.archive(req.params.id, false));
  }

  @Post("/{id}/availability", Summary("Add hours"), WithParams(ByID), WithBody(Hours1))
  @WithResponse(200, One1)
  addHours(req: Typed<{ params: typeof ByID; body: typeof Hours1 }>) {
    return this.#one(this.#store.addHours(req.params.id, fromMinutes(req.body)));
  }

  @Delete("/{id}/availability", Summary("No hours"), WithParams(ByID))
  @WithResponse(200, One1)
  removeHours(req: Typed<{ params: typeof ByID }>) {
    return this.#one(this.#store.removeHours(req.params.id));
  }

  @Post("/{id}/overrides", Summary("Override a day"), WithParams(ByID), WithBody(Override1))
  @WithResponse(200, One1)
  addOverride(req: Typed<{ params: typeof ByID; body: typeof Override1 }>) {
    return this.#one(this.#store.addOverride(req.params.id, fromMinutes(req.body)));
  }

  @Delete("/{id}/overrides/{date}", Summary("No override"), WithParams(ByDate))
  @WithResponse(200, One1)
  removeOverride(req: Typed<{ params: typeof ByDate }>) {
    return this.#one(this.#store.removeOverride(req.params.id, req.params.date));
  }

  @Delete("/{id}/overrides", Summary("No overrides"), WithParams(ByID))
  @WithResponse(200, One1)
  removeOverrides(req: Typed<{ params: typeof ByID }>) {
    return this.#one(this.#store.removeOverrides(req.params.id));
  }

  @Delete("/{id}", Summary("Remove a schedule"), WithParams(ByID))
  @WithResponse(204)
  remove(req: Typed<{ params: typeof ByID }>) {
    this.#store.remove(req.params.id);
  }

  async #one(schedule: Schedule) {
    return { data: await this.#shown(schedule) };
  }

  async #shown({ availability, overrides, ...schedule }: Schedule): Promise<z.infer<typeof Schedule1>> {
    return {
      ...schedule,
      isLast: (await this.#store.count()) === 1,
      availability: availability.map(toMinutes),
      overrides: overrides.map(toMinutes),
    };
  }
}

/** The schedule that is meant; throws the 400 of a version whose schema asks for a known time zone. */
function fromInput<Input extends z.infer<typeof ScheduleChanges1>>({ availability, ...input }: Input) {
  const message =
    input.timeZone === undefined ? undefined : TimeZone.safeParse(input.timeZone).error?.issues[0]?.message;
  if (message !== undefined) {
    throw new HTTPError(400, "the request does not match the route's schemas", {
      code: "invalid_request",
      details: [{ in: "body", path: ["timeZone"], message }],
    });
  }
  return { ...input, availability: availability?.map(fromMinutes) };
}
