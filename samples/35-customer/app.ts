import { App, VersioningHeader, WithContext, type AppOptions } from "versioned-controllers";
import { AccountFeatures, V } from "./changes";
import { CustomersController } from "./controller";
import { Store } from "./store";

/** The customers by changes: every handler knows version 4 alone. */
export function customerApp(store = new Store(), options: Pick<AppOptions, "Logger"> = {}): App {
  const Versioning = { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List };
  return new App({ Title: "Customers", Versioning, ...options }).Include(
    new CustomersController(store),
    WithContext(AccountFeatures, () => store.features()),
  );
}
