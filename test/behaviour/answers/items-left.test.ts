import { EventEmitter, once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import type { Response } from "express";
import { App, type Handler } from "versioned-controllers";
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
