import { App, VersioningHeader } from "versioned-controllers";
import { AnError, V } from "./changes";
import { SchedulesController } from "./controller";
import { errorBody } from "./errors";
import { Store } from "./store";

/** The schedules by changes: every handler knows the newest version alone. */
export function scheduleApp(store = new Store()): App {
  return new App({
    Title: "Schedules",
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List },
    Errors: { Schema: AnError, Body: errorBody },
  }).Include(new SchedulesController(store));
}
