import { App, VersioningHeader, WithContext } from "versioned-controllers";
import { AccountFeatures, V } from "./changes";
import { CustomersController } from "./controller";
import { Store } from "./store";

/** The customers by changes: every handler knows version 4 alone. */
export function customerApp(store = new Store()): App {
  const Versioning = { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List };
  return new App({ Title: "Customers", Versioning }).Include(
    new CustomersController(store),
    WithContext(AccountFeatures, () => store.features()),
  );
}
