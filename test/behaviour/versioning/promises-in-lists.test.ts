import { setImmediate as nextTurn } from "node:timers/promises";
import {
  App,
  ByPrincipal,
  Described,
  FirstOf,
  SecurityScheme,
  VersioningCustom,
  VersionOf,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { serve } from "../../support/serve";
import { recordUncaught } from "../../support/uncaught";

const { errors } = recordUncaught();

const rejected = (): Promise<never> => Promise.reject(new Error("a promise in a list"));
const thenable = {
  then: (_resolve: unknown, reject: (error: Error) => void): void => {
    reject(new Error("a thenable in a list"));
  },
};
const scheme = new SecurityScheme("key", { type: "apiKey", in: "header", name: "Key" }, () => ({ id: 1 }));

const custom = (Extractor: () => never): VersioningOptions => ({ Type: VersioningCustom, Extractor });
const nothing = custom(() => null as never);
const readers: readonly (readonly [string, (give: () => never) => VersioningOptions])[] = [
  ["an Extractor", custom],
  ["an Extractor in FirstOf", (give) => custom(FirstOf(give) as never)],
  ["an Extractor in Described", (give) => custom(Described(give, { Query: "v" }) as never)],
  ["an AssumeVersion", (give) => ({ ...nothing, AssumeVersion: give })],
  ["the function of ByPrincipal", (give) => ({ ...nothing, AssumeVersion: ByPrincipal(scheme, give) })],
];

describe.each(readers)("%s that gives a list with a promise in it", (_what, versioningOf) => {
  it.each<readonly [string, () => unknown, number]>([
    ["the version beside it is named", () => [rejected(), "1", rejected()], 200],
    ["alone it names none", () => [rejected()], 404],
    ["in the list of a promise", () => Promise.resolve([rejected(), "1"]), 200],
    ["a thenable that rejects", () => [thenable, "1"], 200],
    ["in a list in the list", () => ["1", [rejected()]], 200],
    ["in an object", () => ({ a: { b: rejected() } }), 404],
    ["in a Map", () => new Map([["1", rejected()]]), 404],
    ["in a Set", () => [new Set([rejected()])], 404],
  ])("%s, and its rejection is nobody's", async (_case, give, status) => {
    const app = new App({ Versioning: versioningOf(give as () => never) });
    const server = await serve(app.Get("/cats", VersionOf, WithVersion("1")));
    expect((await server.ask("GET /cats")).status).toBe(status);
    await nextTurn();
    expect(errors).toEqual([]);
  });
});
