import { z } from "zod";

// The newest version: what the store and every new handler speak.

const Time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:30");
const Day = z.enum(["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]);
export const TimeZone = z
  .string()
  .refine(isTimeZone, "must be a time zone such as Europe/Berlin")
  .meta({ examples: ["Europe/Berlin"] });

export const Hours = z.object({ days: z.array(Day), startTime: Time, endTime: Time }).meta({ id: "Hours" });
export const Override = z
  .object({ date: z.iso.date(), startTime: Time, endTime: Time })
  .meta({ id: "Override" });

export const Schedule = z
  .object({
    id: z.int(),
    name: z.string(),
    timeZone: z.string(),
    isDefault: z.boolean(),
    isArchived: z.boolean(),
    availability: z.array(Hours),
    overrides: z.array(Override),
  })
  .meta({ id: "Schedule" });

export const NewSchedule = z
  .object({ name: z.string().min(1), timeZone: TimeZone, availability: z.array(Hours).optional() })
  .meta({ id: "NewSchedule" });
export const ScheduleChanges = NewSchedule.partial().meta({ id: "ScheduleChanges" });

export const ByID = z.object({ id: z.coerce.number().int() });
export const ByDate = ByID.extend({ date: z.iso.date() });

export type Hours = z.infer<typeof Hours>;
export type Override = z.infer<typeof Override>;
export type Schedule = z.infer<typeof Schedule>;
export type NewSchedule = z.infer<typeof NewSchedule>;
export type ScheduleChanges = z.infer<typeof ScheduleChanges>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
