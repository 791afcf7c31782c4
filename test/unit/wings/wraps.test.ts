import { App } from "versioned-controllers";
import type { Respond } from "../../../src/core/answer/respond";
import { optionMaker } from "../../../src/core/declare/option";
import type { OptionObject } from "../../../src/core/model/setting";
import { appWing, type HandlerWrap } from "../../../src/core/wings/wing";
import { serve } from "../../support/serve";

const places = { home: "route", onWebhook: false, inBefore: "nowhere" } as const;

/** An option with a wing of this name, whose wrap writes into `calls`, and adds its name to what the handler returns. */
function wrapOption(name: string, calls: string[]) {
  const adding =
    (answer: Respond): Respond =>
    (exchange, value, status) => {
      answer(exchange, `${String(value)} ${name}`, status);
    };
  const wrap: HandlerWrap = () => (own) => {
    const serveOwn = own.serve(adding);
    return (exchange) => {
      calls.push(name);
      serveOwn(exchange);
    };
  };
  const option: OptionObject<unknown, unknown, typeof places> = {
    key: name,
    none: undefined,
    name,
    places,
    repeats: "replaces",
    subject: undefined,
    traits: [],
    arguments: [],
    check: undefined,
    ofApp: { wing: appWing(name, { wraps: [wrap] }) },
    join: (_outer, { value }) => value,
    within: undefined,
    writes: undefined,
    headers: undefined,
    steps: undefined,
  };
  return optionMaker(option, () => true)();
}

it("a route with wraps of several wings has each of them, the outermost first", async () => {
  const calls: string[] = [];
  const app = new App();
  app.Get("/cats", () => "cats", wrapOption("b", calls), wrapOption("a", calls));
  const api = await serve(app.Build());
  const { text } = await api.ask("GET /cats");
  expect(calls).toEqual(["a", "b"]);
  // The value passes from the handler outwards.
  expect(text).toBe("cats b a");
});
