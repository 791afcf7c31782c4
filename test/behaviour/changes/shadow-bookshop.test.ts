import type { Request } from "express";
import {
  App,
  Each,
  HTTPError,
  Shadow,
  Versioned,
  VersioningURI,
  WithParams,
  WithResponse,
  type ShadowDifference,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import { bookshop } from "../../../samples/18-bookshop/app";
import { ByID } from "../../../samples/18-bookshop/schemas";
import { BookStore, NoSuchBook, type Book as StoredBook } from "../../../samples/18-bookshop/store";
import { BooksV1Controller } from "../../../samples/18-bookshop/v1/controller";
import { BookV1 } from "../../../samples/18-bookshop/v1/schemas";
import { BooksV2Controller } from "../../../samples/18-bookshop/v2/controller";
import { BookV2 } from "../../../samples/18-bookshop/v2/schemas";
import { Currencies, KnownByISBN, V } from "../../../samples/31-bookshop-by-changes/changes";
import { Book } from "../../../samples/31-bookshop-by-changes/schemas";
import { historyOf } from "../../../src/schema/interface/histories";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { until } from "../../support/wait";

const rows: readonly StoredBook[] = [
  { id: 1, isbn: "9780141439518", title: "Emma", authors: ["Jane Austen"], cents: 1250, currency: "EUR" },
  {
    id: 2,
    isbn: "9780060853983",
    title: "Good Omens",
    authors: ["Terry Pratchett", "Neil Gaiman"],
    cents: 999,
    currency: "EUR",
  },
  { id: 3, isbn: "9780141439600", title: "Pounds", authors: ["Ann", "Bo"], cents: 0, currency: "GBP" },
];

/** The store of both, with its rows in memory. */
class FewBooks extends BookStore {
  constructor() {
    super({ query: () => Promise.reject(new Error("no database")), close: () => Promise.resolve() });
  }

  override all(): Promise<readonly StoredBook[]> {
    return Promise.resolve(rows);
  }

  override byID(id: number): Promise<StoredBook> {
    const found = rows.find((row) => row.id === id);
    return found
      ? Promise.resolve(found)
      : Promise.reject(new NoSuchBook(`there is no book with the id ${String(id)}`));
  }
}

type Members = Record<string, unknown>;
type Seed = (given: Members, now: Members) => unknown;

/** The history of the sample, of which one Down makes a mistake. */
function historyWith(at: "1" | "2" | undefined, seed: Seed = (given) => given) {
  const [row, before3, before2] = historyOf(Book)?.links ?? [];
  const down = (link: typeof row, isSeeded: boolean) => (now: unknown) => {
    const given = link?.down?.(now) as Members;
    return (isSeeded ? seed(given, now as Members) : given) as never;
  };
  return Versioned(row?.schema as z.ZodType<object>)
    .Before(KnownByISBN, BookV2, { Down: down(before3, at === "2") })
    .Before(Currencies, BookV1, { Down: down(before2, at === "1") });
}

const toRow = ({ cents, currency, ...book }: StoredBook): object => ({ ...book, price: { cents, currency } });

/** The books by changes, with the controllers of the older versions as their shadows; `slow` is awaited by the route's own. */
function shop(Answer: "old" | "new", history: ReturnType<typeof historyWith>, slow?: Promise<void>) {
  const store = new FewBooks();
  const [one, two] = [new BooksV1Controller(store), new BooksV2Controller(store)];
  const told: ShadowDifference[] = [];
  const terms = {
    Answer,
    OnDifference: ({ Difference }: { Difference: readonly ShadowDifference[] }) => told.push(...Difference),
  };
  let ran = 0;
  const noted = <R>(value: R): R => {
    ran++;
    return value;
  };
  const app = new App({
    Logger: recordingLogger(),
    Versioning: { Type: VersioningURI, Versions: V.List },
    MapError: (error) => (error instanceof NoSuchBook ? new HTTPError(404, error.message) : undefined),
  })
    .Get(
      "/books",
      async (req: Request) => {
        await slow;
        const isOld = req.originalUrl.startsWith("/v1");
        return noted(rows.filter(({ currency }) => currency === "EUR" || !isOld).map(toRow));
      },
      V.Until("2"),
      WithResponse(200, history.Within([Each], (book) => z.array(book)) as never),
      Shadow(V.WithVersion("1"), () => noted(one.list()), terms),
      Shadow(V.WithVersion("2"), () => noted(two.list()), terms),
    )
    .Get(
      "/books/{id}",
      async (req: Typed<{ params: typeof ByID }>) => {
        await slow;
        noted(req);
        return toRow(await store.byID(req.params.id));
      },
      V.Until("2"),
      WithParams(ByID),
      WithResponse(200, history as never),
      Shadow(V.WithVersion("1"), (req) => noted(one.get(req as never)), terms),
      Shadow(V.WithVersion("2"), (req) => noted(two.get(req as never)), terms),
    );
  return { app, told, count: () => ran };
}

/** The calls that were recorded. */
const calls = ["1", "2"].flatMap((version) =>
  ["/books", "/books/1", "/books/2", "/books/3", "/books/9", "/books/first"].map(
    (path) => `GET /v${version}${path}`,
  ),
);

async function answersOf(app: App, version: string) {
  const server = await serve(app);
  const answers = [];
  for (const call of calls.filter((line) => line.includes(`/v${version}/`))) {
    const { status, json } = await server.ask(call);
    answers.push([call, status, status < 400 ? json : undefined]);
  }
  return answers;
}

const sentByControllers = new Map<string, ReturnType<typeof answersOf>>();

/** What the bookshop by controllers answers, which is asked once for all tests. */
function answersByControllers(version: string): ReturnType<typeof answersOf> {
  const sent = sentByControllers.get(version) ?? answersOf(bookshop(new FewBooks()), version);
  sentByControllers.set(version, sent);
  return sent;
}

const settled = async (count: () => number, least: number): Promise<void> => {
  await until(() => count() >= least);
  await new Promise((resolve) => setTimeout(resolve, 15));
};

it.each(["old", "new"] as const)(
  "the sample's changes answer as its controllers do, with Answer %s",
  async (Answer) => {
    for (const version of ["1", "2"]) {
      const { app, told, count } = shop(Answer, historyWith(undefined));
      const answers = await answersOf(app, version);
      await settled(count, 10);
      expect(told).toEqual([]);
      expect(answers).toEqual(await answersByControllers(version));
    }
  },
);

const missing =
  (name: string): Seed =>
  (given) =>
    Object.fromEntries(Object.entries(given).filter(([key]) => key !== name));

describe.each<readonly [string, "1" | "2", Seed, readonly (string | number)[]]>([
  ["a price in cents", "1", (given) => ({ ...given, price: Number(given.price) * 100 }), ["price"]],
  [
    "a price that is rounded",
    "1",
    (given) => ({ ...given, price: Math.round(Number(given.price)) }),
    ["price"],
  ],
  [
    "a price that is cut",
    "1",
    (given) => ({ ...given, price: Math.floor(Number(given.price) * 10) / 10 }),
    ["price"],
  ],
  ["a price as text", "1", (given) => ({ ...given, price: String(given.price) }), ["price"]],
  ["a price that is missing", "1", missing("price"), ["price"]],
  [
    "the first author alone",
    "1",
    (given, now) => ({ ...given, author: (now.authors as string[])[0] }),
    ["author"],
  ],
  [
    "authors without a space between",
    "1",
    (given, now) => ({ ...given, author: (now.authors as string[]).join(",") }),
    ["author"],
  ],
  [
    "authors in another order",
    "1",
    (given, now) => ({ ...given, author: (now.authors as string[]).toReversed().join(", ") }),
    ["author"],
  ],
  [
    "an author in capitals",
    "1",
    (given) => ({ ...given, author: String(given.author).toUpperCase() }),
    ["author"],
  ],
  ["an author that is missing", "1", missing("author"), ["author"]],
  ["a title that is cut", "1", (given) => ({ ...given, title: String(given.title).slice(0, 3) }), ["title"]],
  ["an id as text", "1", (given) => ({ ...given, id: String(given.id) }), ["id"]],
  [
    "an ISBN with a hyphen",
    "1",
    (given) => ({ ...given, isbn: String(given.isbn).replace("978", "978-") }),
    ["isbn"],
  ],
  ["cents in euros", "2", (given) => ({ ...given, cents: Number(given.cents) / 100 }), ["cents"]],
  ["cents that are missing", "2", missing("cents"), ["cents"]],
  [
    "cents that are null where there are none",
    "2",
    (given) => ({ ...given, cents: Number(given.cents) || null }),
    ["cents"],
  ],
  ["a currency for all", "2", (given) => ({ ...given, currency: "EUR" }), ["currency"]],
  [
    "a currency in small letters",
    "2",
    (given) => ({ ...given, currency: String(given.currency).toLowerCase() }),
    ["currency"],
  ],
  [
    "the second author left out",
    "2",
    (given) => ({ ...given, authors: (given.authors as string[]).slice(0, 1) }),
    ["authors", 1],
  ],
  ["an id that counts from 0", "2", (given) => ({ ...given, id: Number(given.id) - 1 }), ["id"]],
])("a Down that makes the mistake of %s in version %s", (_mistake, version, seed, path) => {
  it("is reported with its path, and the client never sees it", async () => {
    const { app, told, count } = shop("old", historyWith(version, seed));
    const answers = await answersOf(app, version);
    await settled(count, 10);
    expect(answers).toEqual(await answersByControllers(version));
    const paths = told.map((one) => [one.in, ...one.path].join("."));
    const [id] = told.flatMap((one) => (typeof one.path[0] === "string" ? [one.path] : []));
    expect(id).toEqual(path);
    // In lists too, behind the place of the item.
    expect(paths).toContainEqual(expect.stringMatching(new RegExp(`^body\\.\\d+\\.${path.join("\\.")}$`)));
    expect(new Set(paths.map((one) => one.replace(/^body\.\d+\./, "body.")))).toEqual(
      new Set([`body.${path.join(".")}`]),
    );
  });
});

it("the client waits for nothing of a handler whose answer is not sent", async () => {
  const { app, count } = shop("old", historyWith(undefined), new Promise<void>(() => undefined));
  expect(await answersOf(app, "1")).toEqual(await answersByControllers("1"));
  expect(count()).toBe(5);
});
