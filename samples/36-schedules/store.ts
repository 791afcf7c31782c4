import { HTTPError } from "versioned-controllers";
import type { Hours, NewSchedule, Override, Schedule, ScheduleChanges } from "./schemas";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;
const officeHours = [{ days: [...weekdays], startTime: "09:00", endTime: "17:00" }];

/** The schedules of one user, in memory. It knows nothing of versions. */
export class Store {
  /** How often somebody has asked how many schedules there are. */
  counted = 0;
  readonly #schedules = new Map<number, Schedule>();
  #last = 0;

  constructor() {
    this.add({ name: "Work", timeZone: "Europe/Berlin" });
  }

  all(): Schedule[] {
    return [...this.#schedules.values()];
  }

  archived(): Schedule[] {
    return this.all().filter(({ isArchived }) => isArchived);
  }

  byID(id: number): Schedule {
    const schedule = this.#schedules.get(id);
    if (!schedule) throw new HTTPError(404, `no schedule has the id ${id}`);
    return schedule;
  }

  default(): Schedule {
    const schedule = this.all().find(({ isDefault }) => isDefault);
    if (!schedule) throw new HTTPError(404, "no schedule is the default");
    return schedule;
  }

  /** A query of its own. */
  count(): Promise<number> {
    this.counted++;
    return Promise.resolve(this.#schedules.size);
  }

  add({ name, timeZone, availability = officeHours }: NewSchedule): Schedule {
    const id = ++this.#last;
    const isDefault = id === 1;
    const schedule = { id, name, timeZone, isDefault, isArchived: false, availability, overrides: [] };
    this.#schedules.set(id, schedule);
    return schedule;
  }

  copy(id: number): Schedule {
    const { name, timeZone, availability } = this.byID(id);
    return this.add({ name: `${name} (copy)`, timeZone, availability });
  }

  change(id: number, { name, timeZone, availability }: ScheduleChanges): Schedule {
    const old = this.byID(id);
    return this.#set(id, {
      name: name ?? old.name,
      timeZone: timeZone ?? old.timeZone,
      availability: availability ?? old.availability,
    });
  }

  makeDefault(id: number): Schedule {
    this.byID(id);
    for (const schedule of this.all()) this.#set(schedule.id, { isDefault: schedule.id === id });
    return this.byID(id);
  }

  archive(id: number, isArchived: boolean): Schedule {
    return this.#set(id, { isArchived });
  }

  addHours(id: number, hours: Hours): Schedule {
    return this.#set(id, { availability: [...this.byID(id).availability, hours] });
  }

  removeHours(id: number): Schedule {
    return this.#set(id, { availability: [] });
  }

  addOverride(id: number, override: Override): Schedule {
    const { overrides } = this.removeOverride(id, override.date);
    return this.#set(id, { overrides: [...overrides, override] });
  }

  removeOverride(id: number, day: string): Schedule {
    return this.#set(id, { overrides: this.byID(id).overrides.filter(({ date }) => date !== day) });
  }

  removeOverrides(id: number): Schedule {
    return this.#set(id, { overrides: [] });
  }

  remove(id: number): void {
    this.byID(id);
    this.#schedules.delete(id);
  }

  #set(id: number, changes: Partial<Schedule>): Schedule {
    const schedule = { ...this.byID(id), ...changes };
    this.#schedules.set(id, schedule);
    return schedule;
  }
}
