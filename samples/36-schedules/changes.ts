import { Context, DefineVersions, Each, Versioned } from "versioned-controllers";
import { z } from "zod";
import { ErrorBody } from "./errors";
import * as older from "./older-schemas";
import * as newest from "./schemas";
import { fromMinutes, toMinutes } from "./times";

export const V = DefineVersions("2025-04-01", "2026-02-01");

const Times = V.Change("2026-02-01", "Times are texts such as `09:30`; they were minutes.");
const Zones = V.Change("2026-02-01", "`timeZone` must be a known time zone.");
const Errors = V.Change("2026-02-01", "Errors are objects with a code.");
export const Moved = V.Change("2026-02-01", "`/availability` is `/schedules`, which are changed by PATCH.");
export const Scopes = V.Change("2026-02-01", "A key needs scopes: `schedules`, and `removal` to remove one.");

/** Whether a schedule is the only one of its owner: counted once the handler has done its work. */
export const IsLast = Context<boolean>("isLast", { Example: true });

const Schedule = Versioned(newest.Schedule).Before(Times, older.Schedule1, {
  Needs: [IsLast],
  Down: ({ availability, overrides, ...schedule }, [isLast]) => ({
    ...schedule,
    isLast,
    availability: availability.map(toMinutes),
    overrides: overrides.map(toMinutes),
  }),
});
export const One = Schedule.Within(["data"], (data) => z.object({ data }));
export const Many = Schedule.Within(["data", Each], (schedule) => z.object({ data: z.array(schedule) }));

export const NewSchedule = Versioned(newest.NewSchedule).Before([Times, Zones], older.NewSchedule1, {
  Up: ({ availability, ...schedule }) => ({ ...schedule, availability: availability?.map(fromMinutes) }),
  Stricter: "schedules in unknown time zones were never run",
});
export const Changes = Versioned(newest.ScheduleChanges).Before([Times, Zones], older.ScheduleChanges1, {
  Up: ({ availability, ...changes }) => ({ ...changes, availability: availability?.map(fromMinutes) }),
  Stricter: "schedules in unknown time zones were never run",
});
export const Override = Versioned(newest.Override).Before(Times, older.Override1, { Up: fromMinutes });
export const Hours = Versioned(newest.Hours).Before(Times, older.Hours1, { Up: fromMinutes });

export const AnError = Versioned(ErrorBody).Before(Errors, older.Error1, {
  Down: ({ error }) => ({ status: "error", message: error.message, problems: error.details ?? [] }),
});
