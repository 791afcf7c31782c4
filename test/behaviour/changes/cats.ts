import {
  App,
  DefineVersions,
  HTTPError,
  Rename,
  Versioned,
  VersioningHeader,
  type AppOptions,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve, type Answer } from "../../support/serve";

export const V = DefineVersions("1", "2", "3");
export const Born = V.Change("2", "A cat's `born` is `birthday`.");
export const Names = V.Change("3", "A cat's `name` is split.");

export const Cat3 = z.object({ first: z.string(), last: z.string(), birthday: z.string() });
export const Cat2 = z.object({ name: z.string(), birthday: z.string() });
export const Cat1 = z.object({ name: z.string(), born: z.string().default("2000-01-01") });

/** A cat whose name is `secret` cannot be told to older versions, one named `odd` cannot be made from them. */
export const Cat = Versioned(Cat3)
  .Before(Names, Cat2, {
    Up: ({ name, birthday }) => {
      if (name === "odd") throw new HTTPError(409, "no such cat any more");
      if (name === "broken") throw new Error("a secret of Up");
      const [first = "", last = ""] = name.split(" ");
      return { first, last: name === "misfit" ? (7 as unknown as string) : last, birthday };
    },
    Down: ({ first, last, birthday }) => {
      if (first === "secret") throw new HTTPError(404, "not told in this version");
      if (first === "broken") throw new Error("a secret of Down");
      return { name: `${first} ${last}`, birthday };
    },
  })
  .Before(Born, Cat1, Rename("born", "birthday"));

export const tom = { first: "Tom", last: "Cat", birthday: "2020-05-01" };

/** Tom as each version is sent him. */
export const tomIn = {
  "1": { name: "Tom Cat", born: "2020-05-01" },
  "2": { name: "Tom Cat", birthday: "2020-05-01" },
  "3": tom,
} as const;

export type Name = keyof typeof tomIn;
export const names: readonly Name[] = ["1", "2", "3"];

export function appWith(
  declare: (app: App) => unknown,
  options: AppOptions = {},
): { app: App; logger: ReturnType<typeof recordingLogger> } {
  const logger = recordingLogger();
  const Versioning: VersioningOptions = { Type: VersioningHeader, Header: "X-Version", Versions: V.List };
  const app = new App({ Logger: logger, Versioning, ...options });
  declare(app);
  return { app, logger };
}

type Ask = (
  version: string,
  line: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Asks a served App as a version; a body that is no text is sent as JSON. */
export async function askAs(app: App): Promise<Ask> {
  const { ask } = await serve(app);
  return async (version, line, body, headers = {}) =>
    await ask(
      line,
      {
        "X-Version": version,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body === undefined ? undefined : JSON.stringify(body),
    );
}
