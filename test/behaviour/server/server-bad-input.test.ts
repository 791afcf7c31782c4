import { createServer, type Server } from "node:http";
import express, { type Application } from "express";
import type { App } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { schemes } from "../../support/schemes";
import { hostileApp, hostileRequests, pathless } from "../../support/hostile";
import { recordingLogger } from "../../support/logger";
import { keptAlive, wireOf, type Wire } from "../../support/wire";

const logger = recordingLogger();

/** An Express application that holds nothing but the App. */
function mounted(app: App): Application {
  return express().disable("x-powered-by").use(app.Build());
}

const kinds: Readonly<Record<string, (app: App) => Server>> = {
  "http.createServer": (app) => createServer(mounted(app)),
  "CreateServer(Express application)": (app) => CreateServer(mounted(app)),
  "CreateServer(App)": (app) => CreateServer(app),
  "CreateServer(App) with a Host": (app) => CreateServer(app, { Host: express().disable("x-powered-by") }),
};

interface Kind {
  readonly kind: string;
  readonly scheme: string;
  readonly wire: Wire;
}

let servers: readonly Kind[];

beforeAll(async () => {
  servers = await Promise.all(
    schemes.flatMap((scheme) =>
      Object.entries(kinds).map(async ([kind, make]) => {
        const wire = await wireOf(make(hostileApp(scheme, logger)));
        return { kind, scheme: scheme.name, wire };
      }),
    ),
  );
});

interface Answer extends Omit<Kind, "wire"> {
  readonly text: string;
}

async function ask(bytes: string): Promise<readonly Answer[]> {
  return Promise.all(
    servers.map(async ({ kind, scheme, wire }) => ({ kind, scheme, text: await wire.send(bytes) })),
  );
}

const asked = new Map<string, Promise<readonly Answer[]>>();

/** The answers to a request of the table, which both of its tests look at: asking twenty servers takes most of their time. */
async function askOnce(bytes: string): Promise<readonly Answer[]> {
  const answers = asked.get(bytes) ?? ask(bytes);
  asked.set(bytes, answers);
  return answers;
}

/** Answers that are Node's own, or Express's where it finds no path: no App has seen the request. */
function isUnseen(bytes: string, { kind, text }: Answer): boolean {
  if (!pathless.includes(bytes)) return false;
  return (
    text === "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n" || !kind.startsWith("CreateServer(App)")
  );
}

function expectOne(answer: Answer, isHead: boolean): void {
  const { text } = answer;
  const finals = text.match(/HTTP\/1\.1 [2-5]\d\d /g);
  expect({ ...answer, finals }).toEqual({ ...answer, finals: [expect.stringMatching(/ (200|404) /)] });
  const [head = "", body = ""] = text.replace("HTTP/1.1 100 Continue\r\n\r\n", "").split("\r\n\r\n");
  if (isHead || body.startsWith("route")) return;
  expect({ ...answer, head }).toEqual({
    ...answer,
    head: expect.stringContaining("\r\nX-Request-Id: <id>\r\n") as string,
  });
  expect({ ...answer, json: JSON.parse(body) as unknown }).toEqual({
    ...answer,
    json: {
      error: {
        code: "not_found",
        message: expect.stringMatching(/^no route matches /) as string,
        status: 404,
      },
      request_id: "<id>",
    },
  });
}

describe("every kind of server gives exactly one answer, a route's own or JSON with a request id, never a 5xx:", () => {
  it.each(Object.entries(hostileRequests))("%s", async (_what, bytes) => {
    const answers = await askOnce(bytes);
    for (const answer of answers) {
      if (!isUnseen(bytes, answer)) expectOne(answer, bytes.startsWith("HEAD "));
    }
    expect(logger.error).not.toHaveBeenCalled();
  });
});

it.each(Object.entries(hostileRequests))(
  "every kind of server gives the same answer: %s",
  async (_what, bytes) => {
    const answers = await askOnce(bytes);
    for (const { name } of schemes) {
      const [plain, ...others] = answers.filter(({ scheme }) => scheme === name);
      for (const other of others) {
        if (isUnseen(bytes, other) || !pathless.includes(bytes)) {
          expect({ kind: other.kind, text: other.text }).toEqual({ kind: other.kind, text: plain?.text });
        }
      }
    }
  },
);

it("two requests on one connection have two answers", async () => {
  const [good = "", bad = ""] = ["GET /", "GET /%zz"].map(
    (line) => `${line} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`,
  );
  for (const { kind, text } of await ask(keptAlive(bad) + good)) {
    const statuses = text.match(/HTTP\/1\.1 \d+/g);
    expect({ kind, statuses }).toEqual({ kind, statuses: ["HTTP/1.1 404", "HTTP/1.1 200"] });
  }
});
