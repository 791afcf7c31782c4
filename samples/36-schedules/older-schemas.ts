import { z } from "zod";
import { Hours, NewSchedule, Override, Schedule } from "./schemas";

// What the version of 2025 sends and is sent, whoever serves it.

const Minutes = z.int().min(0).max(1439);
const Times1 = { start: Minutes, end: Minutes };
export const Hours1 = z.object({ days: Hours.shape.days, ...Times1 }).meta({ id: "Hours" });
export const Override1 = z.object({ date: Override.shape.date, ...Times1 }).meta({ id: "Override" });
export const Schedule1 = Schedule.extend({
  isLast: z.boolean(),
  availability: z.array(Hours1),
  overrides: z.array(Override1),
}).meta({ id: "Schedule" });
export const NewSchedule1 = NewSchedule.extend({
  timeZone: z.string(),
  availability: z.array(Hours1).optional(),
}).meta({ id: "NewSchedule" });
export const ScheduleChanges1 = NewSchedule1.partial().meta({ id: "ScheduleChanges" });
export const Error1 = z.object({
  status: z.literal("error"),
  message: z.string(),
  problems: z.array(z.unknown()),
});
