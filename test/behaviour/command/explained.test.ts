import {
  App,
  DefineVersions,
  Each,
  OneOrEach,
  Rename,
  Versioned,
  VersioningHeader,
  WithBody,
  WithChanges,
  WithResponse,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { runCommand } from "../../../src/tools/cli/run";

const V = DefineVersions("1", "2");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Paged = V.Change("2", "Cats are in pages.");
const handler = () => undefined as never;

const Cat = Versioned(z.object({ birthday: z.string() })).Before(
  Born,
  z.object({ born: z.string() }),
  Rename("born", "birthday"),
);
const List = Cat.Within([Each], (cat) => z.array(cat));
const Page = Cat.Within(["items", Each], (cat) => z.object({ items: z.array(cat) }));
const PlainList = z.array(z.object({ name: z.string() }));
const OwnPage = Versioned(z.object({ items: z.array(z.string()) })).Before(Paged, z.array(z.string()), {
  Up: (items) => ({ items }),
  Down: ({ items }) => items,
});

const line = "response 200: the body was a list and is now an object";

/** The line of the body between two routes with these options, and its record. */
async function lineOf(older: readonly RouteOption[], newer: readonly RouteOption[]) {
  const app = new App({
    Logger: { warn: () => undefined, error: () => undefined },
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
  });
  app.Get("/cats", handler, V.Until("1"), ...older);
  app.Get("/cats", handler, V.Since("2"), ...newer);
  const run = async (...flags: readonly string[]): Promise<string> => {
    const given = { folder: __dirname, load: () => Promise.resolve(app) };
    return (await runCommand(["diff", "app", "1", "2", ...flags], given)).output;
  };
  const records = JSON.parse(await run("--json")) as readonly { what: string; description?: string }[];
  const lines = (await run()).split("\n");
  return {
    text: lines.find((text) => text.includes(line)),
    description: records.find(({ what }) => what === line)?.description,
  };
}

describe("another kind of body, where another route answers", () => {
  it.each<[what: string, older: readonly RouteOption[], newer: readonly RouteOption[]]>([
    ["a history within both", [WithResponse(200, List)], [WithResponse(200, Page)]],
    ["a history within one", [WithResponse(200, PlainList)], [WithResponse(200, Page)]],
    [
      "a history of another part",
      [WithResponse(200, PlainList)],
      [WithResponse(200, z.object({ a: z.string() })), WithResponse(201, Cat), WithBody(Cat)],
    ],
  ])("is not explained by %s", async (_what, older, newer) => {
    expect(await lineOf(older, newer)).toEqual({ text: `- **Breaking:** ${line} (unexplained)` });
  });

  it.each<[what: string, older: readonly RouteOption[], newer: readonly RouteOption[], by: string]>([
    [
      "WithChanges of the newer route",
      [WithResponse(200, List)],
      [WithResponse(200, Page), WithChanges(Paged)],
      Paged.Description,
    ],
    [
      "WithChanges of the older route",
      [WithResponse(200, List), WithChanges(Paged)],
      [WithResponse(200, Page)],
      Paged.Description,
    ],
    [
      "a change that both a history and WithChanges name",
      [WithResponse(200, List)],
      [WithResponse(200, Page), WithChanges(Born)],
      Born.Description,
    ],
    [
      "a history of the whole body",
      [WithResponse(200, List)],
      [WithResponse(200, OwnPage)],
      Paged.Description,
    ],
    [
      "a history of one or each",
      [WithResponse(200, PlainList)],
      [WithResponse(200, Cat.Within([OneOrEach], (cat) => cat as never) as typeof Cat)],
      Born.Description,
    ],
  ])("is explained by %s", async (_what, older, newer, description) => {
    expect(await lineOf(older, newer)).toEqual({ text: `- **Breaking:** ${line}`, description });
  });
});

it("a route or webhook that came or went is explained by its own WithChanges", async () => {
  const V3 = DefineVersions("1", "2", "3");
  const Gone = V3.Change("3", "The trash is gone.");
  const Came = V3.Change("3", "There are birds.");
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V3.List } });
  app.Get("/trash", handler, V3.Until("1")).Get("/trash", handler, V3.WithVersion("2"), WithChanges(Gone));
  app.Get("/bin", handler, V3.Until("2"));
  app.Get("/birds", handler, V3.Since("3"), WithChanges(Came));
  app.Include(V3.Webhook("trashed", z.object({}), V3.Until("2"), WithChanges(Gone)));
  const given = { folder: __dirname, load: () => Promise.resolve(app) };
  const run = async (...args: readonly string[]) =>
    (await runCommand(["diff", "app", ...args], given)).output;
  const lines = (await run("1", "3")).split("\n").filter((text) => text.startsWith("- **Breaking:**"));
  expect(lines).toEqual([
    "- **Breaking:** `GET /trash`",
    "- **Breaking:** `GET /bin` (unexplained)",
    "- **Breaking:** `webhook trashed`",
  ]);
  const records = JSON.parse(await run("1", "3", "--json")) as { where: string; description?: string }[];
  expect(Object.fromEntries(records.map((record) => [record.where, record.description]))).toEqual({
    "GET /trash": Gone.Description,
    "GET /bin": undefined,
    "GET /birds": Came.Description,
    "webhook trashed": Gone.Description,
  });
});

it("the other differences of such a route are explained by all of its changes", async () => {
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } });
  app.Get("/cats", handler, V.Until("1"), WithResponse(200, Cat));
  app.Get("/cats", handler, V.Since("2"), WithResponse(200, Cat));
  const given = { folder: __dirname, load: () => Promise.resolve(app) };
  const { output } = await runCommand(["diff", "app", "1", "2"], given);
  expect(output).toContain('- **Breaking:** response 200: property "born" was removed\n');
});
