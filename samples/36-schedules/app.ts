import { App, VersioningHeader, WithContext, type AppOptions } from "versioned-controllers";
import { AnError, IsLast, V } from "./changes";
import { SchedulesController } from "./controller";
import { errorBody } from "./errors";
import { Store } from "./store";

/** The schedules by changes: every handler knows the newest version alone. */
export function scheduleApp(store = new Store(), options: Pick<AppOptions, "Logger"> = {}): App {
  return new App({
    Title: "Schedules",
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List },
    Errors: { Schema: AnError, Body: errorBody },
    ...options,
  }).Include(
    new SchedulesController(store),
    WithContext(IsLast, async () => (await store.count()) === 1, { After: true }),
  );
}
