import type { App } from "versioned-controllers";
import { serve } from "./serve";
import { uri, versioned, type Scheme } from "./schemes";

/** `[request, versions asked for, what answers: the value of X-By, or 404, and the same under URI where it differs]`. */
type Row = readonly [request: string, asked: readonly string[], expected: string, underURI?: string];

/** By what each rule says: the routes of an App, and what answers a request. */
export type Rules<Declared> = Readonly<
  Record<string, { readonly routes: readonly Declared[]; readonly rows: readonly Row[] }>
>;

/** Declares the tests of rules that hold under every scheme, in whatever order the routes are registered. */
export function testRules<Declared>(
  rules: Rules<Declared>,
  appOf: (scheme: Scheme, routes: readonly Declared[]) => App,
): void {
  describe.each(versioned)("$name", (scheme) => {
    describe.each(Object.entries(rules))("%s", (_rule, { routes, rows }) => {
      it.each([
        ["registered as written", routes],
        ["registered the other way round", routes.toReversed()],
      ])("%s", async (_order, inOrder) => {
        const server = await serve(appOf(scheme, inOrder));
        for (const [request, asked, anywhere, underURI] of rows) {
          const [method = "", path = ""] = request.split(" ");
          const asking = scheme.ask(path, asked);
          // A preference list: the scheme has no way to send one.
          if (!asking) continue;
          const expected = scheme === uri ? (underURI ?? anywhere) : anywhere;
          const { status, headers } = await server.ask(`${method} ${asking.path}`, asking.headers);
          const by = status === 200 ? headers["x-by"] : String(status);
          expect({ request, asked, by }).toEqual({ request, asked, by: expected });
        }
      });
    });
  });
}
