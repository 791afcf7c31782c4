import { HTTPError, SecurityScheme } from "versioned-controllers";

type Scope = "schedules" | "removal";

const scopes = new Map<string, readonly Scope[]>([
  ["key-of-the-calendar", ["schedules", "removal"]],
  ["key-of-the-website", ["schedules"]],
  ["key-of-nothing", []],
]);

/** Its scopes are what a route asks of a key. */
export const Key = new SecurityScheme(
  "key",
  { type: "apiKey", in: "header", name: "X-API-Key" },
  (req, asked) => {
    const held = scopes.get(req.get("X-API-Key") ?? "");
    const lacks = asked.filter((scope) => held && !held.some((one) => one === scope));
    if (lacks.length > 0) throw new HTTPError(403, `the key lacks ${lacks.join(", ")}`);
    return held;
  },
);
