import { setTimeout as sleep } from "node:timers/promises";
import {
  App,
  DefineVersions,
  SecurityScheme,
  Versioned,
  VersioningHeader,
  VersionOf,
  WithBody,
  WithGuards,
  WithResponse,
  WithSecurity,
  type Logger,
} from "versioned-controllers";
import { z } from "zod";

const V = DefineVersions("1", "2", "3");
const Named = V.Change("2", "A `name` is `first` and `last`.");
const Held = V.Change("3", "`first` and `last` stand in `holder`.");
const Dated = V.Change("3", "An event's `n` is `at`.");

const Account = Versioned(
  z.object({ id: z.string(), holder: z.object({ first: z.string(), last: z.string() }), owner: z.string() }),
)
  .Before(Held, z.object({ id: z.string(), first: z.string(), last: z.string(), owner: z.string() }), {
    Down: ({ id, holder: { first, last }, owner }) => ({ id, first, last, owner }),
  })
  .Before(Named, z.object({ id: z.string(), name: z.string(), owner: z.string() }), {
    Down: ({ id, first, last, owner }) => ({ id, name: `${first} ${last}`, owner }),
  });

const NewAccount = Versioned(z.object({ holder: z.object({ first: z.string(), last: z.string() }) }))
  .Before(Held, z.object({ first: z.string(), last: z.string() }), { Up: (holder) => ({ holder }) })
  .Before(Named, z.object({ name: z.string() }), {
    Up: ({ name }) => {
      const [first = "", last = ""] = name.split(" ");
      return { first, last };
    },
  });

const Event = Versioned(z.object({ at: z.number() })).Before(Dated, z.object({ n: z.number() }), {
  Down: ({ at }) => ({ n: at }),
});

const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, async (req) => {
  await Promise.resolve();
  const [, user] = /^Bearer token-(\d+)$/.exec(req.get("authorization") ?? "") ?? [];
  return user === undefined ? undefined : { name: `user-${user}` };
});

/** The App under load, and how many of its generators are open. */
export function soakApp(logger: Logger): { readonly app: App; readonly open: () => number } {
  let open = 0;
  async function* events(count: number) {
    open += 1;
    try {
      for (let at = 0; at < count; at++) {
        if (at % 7 === 3) await sleep(1);
        yield { at };
      }
    } finally {
      open -= 1;
    }
  }
  const app = new App({
    Logger: logger,
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List, Report: true },
  })
    .Get(
      "/accounts/{id}",
      (req) => {
        const { id } = req.params;
        return {
          id,
          holder: { first: `F${id}`, last: `L${id}` },
          owner: Bearer.Of(req).name,
          secret: "none",
        };
      },
      V.Since("1"),
      WithSecurity(Bearer),
      WithResponse(200, Account),
    )
    .Post(
      "/accounts",
      (req) => {
        const { holder } = req.body;
        return { id: `${holder.first}-${holder.last}`, holder, owner: Bearer.Of(req).name };
      },
      V.Since("1"),
      WithSecurity(Bearer),
      WithBody(NewAccount, { Limit: "10kb" }),
      WithResponse(201, Account),
    )
    .Get(
      "/admin",
      () => "never",
      V.Since("1"),
      WithSecurity(Bearer),
      WithGuards(async () => false),
    )
    .Get(
      "/fails",
      () => {
        throw new Error("meant");
      },
      V.Since("1"),
    )
    .Get(
      "/late/{id}",
      async (req) => {
        await sleep(3);
        return { id: req.params.id, version: VersionOf(req) };
      },
      V.Since("1"),
    )
    .Get(
      "/events/{count}",
      (req) => events(Number(req.params.count)),
      V.Since("1"),
      WithResponse(200, Event, { Type: "text/event-stream" }),
    )
    .Get(
      "/endless",
      () => events(Infinity),
      V.Since("1"),
      WithResponse(200, Event, { Type: "text/event-stream" }),
    )
    .Post(
      "/files",
      async ({ body: { title, file } }) => {
        const content = await file.text();
        return { title, name: file.name, size: file.size, end: content.slice(-4) };
      },
      V.Since("1"),
      WithBody(z.object({ title: z.string(), file: z.file() }), { Type: "multipart" }),
      WithResponse(201, z.object({ title: z.string(), name: z.string(), size: z.number(), end: z.string() })),
    );
  return { app, open: () => open };
}
