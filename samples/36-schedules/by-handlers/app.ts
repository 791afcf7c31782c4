import { App, VersioningHeader } from "versioned-controllers";
import { Store } from "../store";
import { Errors } from "./errors";
import { SchedulesController } from "./newest";
import { AvailabilityController } from "./version-2025";

/** The same schedules, with a controller for each version. */
export function scheduleAppByHandlers(store = new Store()): App {
  return new App({
    Title: "Schedules",
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: ["2025-04-01", "2026-02-01"] },
    Errors,
  }).Include([new SchedulesController(store), new AvailabilityController(store)]);
}
