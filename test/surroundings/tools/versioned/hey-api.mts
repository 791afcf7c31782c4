// The same by clients that hey-api has generated.
import { client as one } from "../.generated/versioned/1/generated/client.gen";
import { tags } from "../.generated/versioned/1/generated";
import { client as two } from "../.generated/versioned/2/generated/client.gen";
import { articles } from "../.generated/versioned/2/generated";
import { base, conduitFetch, moveClock, told } from "./steps.mjs";

one.setConfig({ baseUrl: base, fetch: conduitFetch("1") });
two.setConfig({ baseUrl: base, fetch: conduitFetch("2") });
const newest = conduitFetch(["3", "2", "1"]);

const steps: unknown[] = [];
steps.push(await newest.Version());
for (const date of ["2026-10-01", "2026-12-01", "2027-03-01T00:30:00Z", "2028-02-01"]) {
  await moveClock(date);
  steps.push(await told(tags()));
}
for (let call = 0; call < 2; call++) steps.push(await told(articles()));
console.log(JSON.stringify(steps));
