/* eslint-disable @typescript-eslint/no-unused-vars -- a handler with res is what this is about */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Request, Response } from "express";
import {
  App,
  DefineVersions,
  Post,
  Router,
  Versioned,
  VersioningURI,
  WithBody,
  WithResponse,
  type Handler,
  type Typed,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

/*
 * Mistakes of the first hour that nobody was told of, or that were told of as something else: each is told of with the place,
 * what is wrong, and, where that is short, what to write.
 */
const told: Readonly<Record<string, readonly [tell: () => Promise<string>, ...words: readonly string[]]>> = {
  "a class of data as a schema": [
    async () => {
      class CreateCatDto {
        readonly name = "";
      }
      @Router("/cats")
      class Cats {
        @Post("/", WithBody(CreateCatDto as never))
        add(): number {
          return 1;
        }
      }
      return Promise.resolve(problemsOf(new App().Include(Cats)).join("\n"));
    },
    "Cats.add, POST /cats: WithBody",
    "the class CreateCatDto",
    "pass a schema of zod",
  ],
  "a look-up that misses, in a handler with res": [
    async () => {
      const cats = new Map<string, string>();
      const logger = recordingLogger();
      const app = new App({ Logger: logger, CheckResponses: true });
      const called: string[] = [];
      app.Get("/cats/{id}", (req, _res: Response) => {
        setImmediate(() => called.push(req.url));
        return cats.get(req.params.id);
      });
      const { open } = await serve(app);
      jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
      open("GET /cats/7");
      while (called.length === 0) await new Promise((resolve) => setImmediate(resolve));
      await jest.advanceTimersByTimeAsync(31_000);
      jest.useRealTimers();
      return logged(logger.warn);
    },
    "GET /cats/{id}",
    "returned undefined, but has sent no response for 30 s",
    "return a value, or send a response by res",
  ],
  "an Error that is returned": [
    async () => {
      const logger = recordingLogger();
      const app = new App({ Logger: logger }).Get("/cats", () => new Error("no such cat"));
      expect((await (await serve(app)).ask("GET /cats")).status).toBe(500);
      return logged(logger.error);
    },
    "no such cat",
  ],
  "a method that is passed without its object": [
    async () => {
      class Cats {
        readonly names = ["Tom"];
        list(): readonly string[] {
          return this.names;
        }
      }
      const logger = recordingLogger();
      const app = new App({ Logger: logger }).Get("/cats", new Cats().list);
      expect((await (await serve(app)).ask("GET /cats")).status).toBe(500);
      return logged(logger.error);
    },
    "GET /cats failed; ",
    "this is undefined in the method list, which was passed without its object",
    "pass (req, res) => object.list(req, res)",
  ],
  "a missing await within a value": [
    async () => {
      const logger = recordingLogger();
      const find = async (): Promise<object> => Promise.resolve({});
      const app = new App({ Logger: logger, CheckResponses: true });
      app.Get("/cats", (): unknown => ({ cat: find() }));
      expect((await (await serve(app)).ask("GET /cats")).status).toBe(500);
      return logged(logger.error);
    },
    "GET /cats",
    "cat",
    "Promise",
  ],
  "a body that is asked for by Typed alone, without WithBody, by a method": [
    async () => {
      const NewCat = z.object({ name: z.string() });
      @Router("/cats")
      class Cats {
        @Post("/")
        add(req: Typed<{ body: typeof NewCat }>): string {
          return req.body.name;
        }
      }
      const logger = recordingLogger();
      const { ask } = await serve(new App({ Logger: logger }).Include(Cats));
      const json = { "Content-Type": "application/json" };
      expect((await ask("POST /cats", json, `{ "name": "Tom" }`)).status).toBe(500);
      return logged(logger.error);
    },
    "POST /cats failed",
    "nothing has read the request's body, so req.body is undefined",
    "declare WithBody(schema) on the route",
  ],
  "the same by a function, which the compiler refuses": [
    async () => Promise.resolve(compilerText("functions/body-without-with-body")),
    "(5,19): error",
    "Typed does not read the body: add the option WithBody(schema)",
  ],
  "a body without WithBody and without a parser": [
    async () => {
      const logger = recordingLogger();
      const app = new App({ Logger: logger }).Post("/cats", (req) => {
        const { name } = req.body as { name: string };
        return name;
      });
      await (await serve(app)).ask("POST /cats", { "Content-Type": "application/json" }, "{}");
      return logged(logger.error);
    },
    "POST /cats failed",
    "declare WithBody(schema) on the route, or use express.json() before the App",
  ],
  "a Down that forgets an optional member": [
    async () => {
      const V = DefineVersions("1", "2");
      const now = z.object({ name: z.string(), note: z.string().optional() });
      const was = z.object({ called: z.string(), note: z.string().optional() });
      const Cat = Versioned(now).Before(V.Change("2", "`called` is `name`."), was, {
        Down: ({ name }) => ({ called: name }),
      });
      const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
      app.Get("/cat", () => ({ name: "Tom" }), V.Since("1"), WithResponse(200, Cat));
      return CheckChanges(app, { Seed: 1 }).then(
        () => "nothing",
        (error: unknown) => (error as Error).message,
      );
    },
    "`called` is `name`.",
    "Down loses an optional member, and no Lossy explains why",
    "GET /cat",
    "note",
  ],
  "two Apps, of which the first answers the second's requests": [
    async () => {
      const logger = recordingLogger();
      const first = new App({ Logger: logger }).Get("/cats", () => 1);
      const { ask } = await serve(
        first,
        new App().Get("/dogs", () => 1),
      );
      await ask("GET /dogs");
      return logged(logger.warn);
    },
    "another App mounted after it",
    "set PassUnmatched",
  ],
};

/** What the compilers print of a mistake; `npm run check:messages` holds the file to what they do. */
function compilerText(mistake: string): string {
  return readFileSync(join(__dirname, "../../types/messages", `${mistake}.txt`), "utf8");
}

class Lost {
  readonly cat = undefined as unknown as { readonly name: string };
  readonly show: Handler = () => this.cat.name;
  readonly showLater: Handler = async () => Promise.resolve(this.cat.name);
}

it.each<[what: string, handler: Handler]>([
  ["an arrow function", new Lost().show],
  ["an asynchronous arrow function", new Lost().showLater],
  [
    "a bound method",
    {
      list(): string {
        return (this as unknown as { cat: { name: string } }).cat.name;
      },
    }.list.bind({}),
  ],
  [
    "a method without this",
    {
      list(req: Request): string {
        return (req.query as unknown as { cat: { this: string } }).cat.this;
      },
    }.list,
  ],
])("a TypeError of %s has nothing to do with this", async (_what, handler) => {
  const logger = recordingLogger();
  const { ask } = await serve(new App({ Logger: logger }).Get("/cats", handler));
  expect((await ask("GET /cats")).status).toBe(500);
  expect(logger.error).toHaveBeenCalledWith(expect.anything(), "GET /cats failed");
});

function logged(line: jest.Mock): string {
  return line.mock.calls
    .flat()
    .map((one: unknown) => {
      const error = typeof one === "object" && one !== null && "err" in one ? one.err : one;
      return error instanceof Error ? error.message : JSON.stringify(error);
    })
    .join("\n");
}

it.each(Object.entries(told))("%s is reported", async (_, [tell, ...words]) => {
  const text = await tell();
  for (const word of words) expect(text).toContain(word);
});
