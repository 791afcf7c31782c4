import {
  App,
  Before,
  DefineVersions,
  Get,
  Post,
  Rename,
  Router,
  Status,
  Summary,
  Versioned,
  VersioningHeader,
  WithBody,
  WithResponse,
  type AppOptions,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";

const V = DefineVersions("1", "2", "3");
const inCents = V.Change("2", "A ticket's `price` is `cents`.");
const created = V.Change("2", "Buying a ticket answers 201.");
const rider = V.Change("3", "A ticket's `email` is `rider`.");

const Ticket3 = z.object({ ride: z.string(), cents: z.int(), rider: z.email() }).meta({ id: "Ticket" });
const Ticket2 = Ticket3.omit({ rider: true }).extend({ email: z.email() }).meta({ id: "Ticket" });
const Ticket1 = Ticket2.omit({ cents: true }).extend({ price: z.number() }).meta({ id: "Ticket" });

/** The API of today. The test passes another function, which makes a mistake. */
export function ticketsApp(options: AppOptions = {}, priceOf = (cents: number) => cents / 100): App {
  const Ticket = Versioned(Ticket3)
    .Before(rider, Ticket2, Rename("email", "rider"))
    .Before(inCents, Ticket1, {
      Up: ({ price, ...ticket }) => ({ ...ticket, cents: Math.round(price * 100) }),
      Down: ({ cents, ...ticket }) => ({ ...ticket, price: priceOf(cents) }),
    });
  let last = { ride: "Oslo to Bergen", cents: 54_900, rider: "ann@example.com" };

  @Router("/tickets", V.Since("1"))
  class TicketsController {
    @Post("/", Summary("Buy a ticket"), WithBody(Ticket), WithResponse(201, Ticket))
    @Before(created, Status(200))
    buy(req: Typed<{ body: typeof Ticket }>) {
      last = req.body;
      return last;
    }

    @Get("/last", Summary("The ticket that was bought last"), WithResponse(200, Ticket))
    last() {
      return last;
    }
  }

  const Versioning = { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List };
  return new App({ Title: "Tickets", ...options, Versioning }).Include(TicketsController);
}

/** The App that the command loads. */
export default ticketsApp();
