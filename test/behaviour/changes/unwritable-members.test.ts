import { Rename, ServerSentEvent, Since, Versioned, WithResponse, type Handler } from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs, Born, V } from "./cats";

/* A member that the handler's schema closes out is left out before JSON is made, in older versions as in the newest. */

const rows = z.array(z.object({ id: z.string() }));
const Order = Versioned(z.object({ birthday: z.string(), rows })).Before(
  Born,
  z.object({ born: z.string(), rows }),
  Rename("born", "birthday"),
);

interface Row {
  id: string;
  [member: string]: unknown;
}

function orderWith(row: Row): { birthday: string; rows: Row[] } {
  return { birthday: "2020", rows: [row] };
}

const circle: Row = { id: "a" };
circle.order = { rows: [circle] };

const lazy: Row = {
  id: "a",
  relation: {
    toJSON() {
      throw new Error("not loaded");
    },
  },
};

describe.each<[what: string, row: Row]>([
  ["a bigint", { id: "a", rowVersion: 12n }],
  ["a way back", circle],
  ["a relation that cannot be written", lazy],
])("%s that the schema closes out", (_what, row) => {
  const order = orderWith(row);

  it.each<[way: string, handler: Handler]>([
    ["returned", () => order],
    ["by res.json", (_req, res) => res.json(order)],
    ["by res.send", (_req, res) => res.send(order)],
    [
      "as an item",
      async function* () {
        await Promise.resolve();
        yield order;
      },
    ],
    [
      "as the data of an event",
      async function* () {
        await Promise.resolve();
        yield ServerSentEvent({ Data: order });
      },
    ],
  ])("is left out of an older version's answer: %s", async (way, handler) => {
    const options = way.startsWith("as the data") ? { Type: "text/event-stream" } : {};
    const { app } = appWith((one) =>
      one.Get("/o", handler as () => unknown, Since("1"), WithResponse(200, Order, options) as never),
    );
    const { status, text } = await (await askAs(app))("1", "GET /o");
    expect([status, text.replace(/^data: /, "").trim()]).toEqual([
      200,
      '{"born":"2020","rows":[{"id":"a"}]}',
    ]);
  });

  it("by V.Show", () => {
    expect(V.Show(Order, "1", order)).toEqual({ born: "2020", rows: [{ id: "a" }] });
    expect(V.Show(Order, "3", order)).toEqual({ birthday: "2020", rows: [{ id: "a" }] });
  });
});
