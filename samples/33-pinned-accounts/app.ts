import type { Request, Response } from "express";
import {
  App,
  ByPrincipal,
  FirstOf,
  FromHeader,
  Get,
  HTTPError,
  Put,
  Router,
  SecurityScheme,
  Summary,
  VersioningCustom,
  VersionNeutral,
  WithBody,
  WithResponse,
  WithSecurity,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import type { Accounts } from "./accounts";
import { Cats, newest, V } from "./versions";

const keyHeader = "X-API-Key";

// A later build may have pinned the account to a version that this one does not have.
const Pin = z.object({ version: z.string(), newest: z.string() }).meta({ id: "Pin" });
const NewPin = z.object({ version: z.enum(V.List) }).meta({ id: "NewPin" });

/** The API of accounts, each of which gets the version that it is pinned to. */
export function pinnedApp(accounts: Accounts): App {
  const find = async (req: Request) => {
    const key = req.get(keyHeader);
    return key === undefined ? undefined : accounts.byKey(key);
  };
  const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: keyHeader }, find);
  // While a deploy goes on: a pin of a later build is answered with 503 here, and a proxy asks another instance.
  const pinned = ByPrincipal(Key, ({ version }) => version, { Unknown: "unavailable" });

  @Router("/cats", V.Since("2024-05-01"))
  class CatsController {
    @Get("/", Summary("The cats, in the account's version"), WithResponse(200, Cats))
    list() {
      return [{ first: "Tom", last: "Cat", birthday: "2019-04-01" }];
    }
  }

  @Router("/version", WithVersion(VersionNeutral))
  class VersionController {
    @Get("/", Summary("The version that the account is pinned to"), WithResponse(200, Pin))
    show(req: Request, res: Response) {
      return pinOf(res, Key.Of(req).version);
    }

    @Put("/", Summary("Raise it"), WithBody(NewPin), WithResponse(200, Pin), WithResponse(409))
    async raise(req: Typed<{ body: typeof NewPin }>, res: Response) {
      const raised = await accounts.raise(req.get(keyHeader) ?? "", Key.Of(req), req.body.version);
      if (!raised) throw new HTTPError(409, "a version can only be raised", { code: "version_lowered" });
      return pinOf(res, raised.version);
    }
  }

  const app = new App(
    {
      Title: "Cats of accounts",
      Versioning: {
        Type: VersioningCustom,
        Versions: V.List,
        // The header is for trying a version out before the account is raised.
        Extractor: FirstOf(FromHeader("X-API-Version"), pinned),
        // A key that nobody has is refused by its scheme, in the newest version's words.
        AssumeVersion: newest,
        UnknownVersion: "unavailable",
        Report: true,
        Explain: true,
      },
    },
    WithSecurity(Key),
  );
  return app.Include([CatsController, VersionController]);
}

/** The version that an account is pinned to is its own, and may be another in a moment: no cache keeps it. */
function pinOf(res: Response, version: string): z.input<typeof Pin> {
  res.setHeader("Cache-Control", "no-store");
  return { version, newest };
}
