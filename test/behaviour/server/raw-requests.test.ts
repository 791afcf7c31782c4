import { createServer, type Server } from "node:http";
import { createServer as createTLSServer } from "node:https";
import express, { type Application } from "express";
import type { App } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { rawApp, rawRequests, thousandFields } from "./support/raw-requests";
import { none } from "../../support/schemes";
import { selfSigned } from "../../support/self-signed";
import { memoryWireOf, wireOf, type Wire } from "../../support/wire";

function mounted(app: App): Application {
  return express().disable("x-powered-by").use(app.Build());
}

/** Every kind of server that an App can stand behind. */
const kinds: readonly (readonly [kind: string, make: (app: App) => Server, over?: "TLS" | "memory"])[] = [
  ["http.createServer(express().use(app.Build()))", (app) => createServer(mounted(app))],
  ["CreateServer(expressApp)", (app) => CreateServer(mounted(app))],
  ["CreateServer(app)", (app) => CreateServer(app)],
  ["CreateServer(app, { Host })", (app) => CreateServer(app, { Host: express().disable("x-powered-by") })],
  [
    "https.createServer(express().use(app.Build()))",
    (app) => createTLSServer(selfSigned, mounted(app)),
    "TLS",
  ],
  ["CreateServer(app, { TLS })", (app) => CreateServer(app, { TLS: selfSigned }), "TLS"],
  ["CreateFetch(app)", (app) => CreateServer(app), "memory"],
  ["CreateFetch(expressApp)", (app) => CreateServer(mounted(app)), "memory"],
];

/** Over TLS the bytes are the same, so that every fifth will do. */
const everyFifth = 5;

/** Node's own 400 behind an answer: it destroys the socket at once, and what is not encrypted by then (TLS), or not written (memory), is lost. */
function isRefusedBehind({ answer }: { readonly answer: string }): boolean {
  return answer.lastIndexOf("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n") > 0;
}

it("the table has rows of every class, each with a name of its own", () => {
  for (const { rows } of rawRequests) expect(new Set(rows.map(({ why }) => why)).size).toBe(rows.length);
  expect(rawRequests.flatMap(({ rows }) => rows).length).toBeGreaterThanOrEqual(120);
});

describe.each(kinds.map(([kind, make, over]) => [kind, { make, over }] as const))(
  "%s",
  (_kind, { make, over }) => {
    const isTLS = over === "TLS";
    const open = async (app: App): Promise<Wire> =>
      over === "memory" ? memoryWireOf(make(app)) : wireOf(make(app));

    describe.each(rawRequests.map(({ scheme, rows }) => [scheme.name, scheme, rows] as const))(
      "under %s",
      (_name, scheme, rows) => {
        let wire: Wire;

        beforeAll(async () => {
          wire = await open(rawApp(scheme));
        });

        const chosen = rows.filter(
          (row, i) => !over || ((!isTLS || i % everyFifth === 0) && !isRefusedBehind(row)),
        );
        it.each(chosen.map((row) => [row.why, row] as const))("%s", async (_why, { steps, answer }) => {
          expect(await wire.send(...steps)).toBe(answer);
        });
      },
    );

    it("a thousand fields are answered, unless Node by itself refuses them", async () => {
      const { bytes, refused, answer } = thousandFields;
      const bare = await wireOf(createServer((_req, res) => res.end()));
      const byNode = await bare.send(bytes);
      const wire = await open(rawApp(none));
      expect(await wire.send(bytes)).toBe(byNode === refused ? refused : answer);
    });
  },
);
