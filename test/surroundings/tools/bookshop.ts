import { App, HTTPError, WithPrefix, WithTags, type VersioningOptions } from "versioned-controllers";
import { openDatabase } from "../../../samples/18-bookshop/database";
import { BookStore, ISBNTaken, NoSuchBook } from "../../../samples/18-bookshop/store";
import { BooksV1Controller } from "../../../samples/18-bookshop/v1/controller";
import { BooksV2Controller } from "../../../samples/18-bookshop/v2/controller";
import { BooksV3Controller } from "../../../samples/18-bookshop/v3/controller";
import { readSample } from "../../support/samples/sample";
import type { VersionedCall } from "./calls";

/** The sample's API, in whatever way its versions are named. */
export async function bookshop(Versioning: VersioningOptions): Promise<{ app: App; close: () => unknown }> {
  const database = await openDatabase(undefined);
  const store = new BookStore(database);
  await store.prepare();
  const app = new App({
    Title: "Bookshop",
    Versioning,
    MapError: (error) => {
      if (error instanceof NoSuchBook) return new HTTPError(404, error.message);
      if (error instanceof ISBNTaken) return new HTTPError(409, error.message, { code: "isbn_taken" });
      return undefined;
    },
  }).Include(
    [new BooksV1Controller(store), new BooksV2Controller(store), new BooksV3Controller(store)],
    WithPrefix("/books"),
    WithTags("books"),
  );
  return { app, close: () => database.close() };
}

/** The sample's own calls, without the paths of its versions. */
export function bookshopCalls(): readonly VersionedCall[] {
  return readSample("18-bookshop").requests.flatMap(({ method, path, headers, body, answer }) => {
    const [, version, target] = /^\/v(\d)(\/.*)$/.exec(path) ?? [];
    if (version === undefined || target === undefined) return [];
    return [
      {
        version,
        method,
        target,
        status: answer.status,
        headers: Object.fromEntries(headers),
        ...(body === undefined ? {} : { body }),
      },
    ];
  });
}
