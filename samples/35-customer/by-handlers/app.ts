import { App, VersioningHeader } from "versioned-controllers";
import { Store } from "../store";
import { CustomersV1 } from "./version-1";
import { CustomersV2 } from "./version-2";
import { CustomersV3 } from "./version-3";
import { CustomersV4 } from "./version-4";

/** The same customers, with a controller for each version. */
export function customerAppByHandlers(store = new Store()): App {
  const Versioning = { Type: VersioningHeader, Header: "X-API-Version", Versions: ["1", "2", "3", "4"] };
  return new App({ Title: "Customers", Versioning }).Include([
    new CustomersV4(store),
    new CustomersV3(store),
    new CustomersV2(store),
    new CustomersV1(store),
  ]);
}
