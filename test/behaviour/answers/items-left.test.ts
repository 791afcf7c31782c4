import { EventEmitter, once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import type { Response } from "express";
import { App, ServerSentEvent, type Handler } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

it("no item is asked for after one that came when the client had gone", async () => {
  const steps = new EventEmitter();
  const begun = once(steps, "begun");
  const given = once(steps, "given");
  let asked = 0;
  const itemsFor = (res: Response): AsyncIterable<unknown> => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        asked += 1;
        if (asked === 1) return { value: 1 };
        steps.emit("begun");
        if (!res.closed) await once(res, "close");
        steps.emit("given");
        return { value: asked };
      },
    }),
  });
  const Logger = recordingLogger();
  const app = new App({ Logger }).Get("/items", ((_req, res) => itemsFor(res)) as Handler);
  const socket = (await serve(app)).open("GET /items");
  await begun;
  socket.destroy();
  await given;
  await after(20);
  expect(asked).toBe(2);
  expect(Logger.error).not.toHaveBeenCalled();
});

describe.each([
  ["that are passed over", undefined, "application/x-ndjson"],
  ["that send no more than the head", ServerSentEvent({}), "text/event-stream"],
])("a great many items %s", (_what, item, type) => {
  async function serveMany(mostItems: number) {
    const steps = new EventEmitter();
    const ended = once(steps, "ended") as Promise<[given: number]>;
    const begun = once(steps, "begun");
    async function* many(): AsyncGenerator {
      let given = 0;
      steps.emit("begun");
      try {
        for (; given < mostItems; given++) yield item;
      } finally {
        steps.emit("ended", given);
      }
    }
    const Logger = recordingLogger();
    const app = new App({ Logger })
      .Get("/other", () => "other")
      .Get("/items", ((_req, res) => {
        res.type(type);
        return many();
      }) as Handler);
    return { server: await serve(app), begun, ended, Logger };
  }

  it("let others be answered between them", async () => {
    const { server, begun, ended } = await serveMany(1_000_000);
    let isEnded = false;
    void ended.then(() => (isEnded = true));
    const socket = server.open("GET /items");
    await begun;
    expect((await server.ask("GET /other")).text).toBe("other");
    expect(isEnded).toBe(false);
    socket.destroy();
    await ended;
  });

  it("end when their client has gone", async () => {
    const { server, begun, ended, Logger } = await serveMany(1_000_000);
    const socket = server.open("GET /items");
    await begun;
    socket.destroy();
    expect((await ended)[0]).toBeLessThan(1_000_000);
    expect(Logger.error).not.toHaveBeenCalled();
  });
});
