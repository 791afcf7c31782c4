// Clients of Conduit's versions by openapi-fetch, whose fetch names the version. It prints what they are told.
import createClient from "openapi-fetch";
import type { paths as Paths1 } from "../.generated/versioned/1/types";
import type { paths as Paths2 } from "../.generated/versioned/2/types";
import { base, conduitFetch, moveClock, told } from "./steps.mjs";

const one = createClient<Paths1>({ baseUrl: base, fetch: conduitFetch("1") });
const two = createClient<Paths2>({ baseUrl: base, fetch: conduitFetch("2") });
const newest = conduitFetch(["3", "2", "1"]);

const steps: unknown[] = [];
steps.push(await newest.Version());
for (const date of ["2026-10-01", "2026-12-01", "2027-03-01T00:30:00Z", "2028-02-01"]) {
  await moveClock(date);
  steps.push(await told(one.GET("/v1/tags")));
}
for (let call = 0; call < 2; call++) steps.push(await told(two.GET("/v2/articles")));
console.log(JSON.stringify(steps));
