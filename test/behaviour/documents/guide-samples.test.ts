import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { App, DefineVersions, Versioned, VersioningURI, WithResponse } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { z } from "zod";
import { parseTemplate } from "../../../src/http/path-template";
import { internals, type ContractPart } from "../../../src/core/model/app-internals";
import { versionOrder } from "../../../src/core/model/version";
import { describeSchema } from "../../../src/schema/standard";
import { answerPair, type SamplePair } from "../../../src/tools/guide/samples";
import { runCommand } from "../../../src/tools/cli/run";
import { bookshop } from "../../../samples/18-bookshop/app";
import type { BookStore } from "../../../samples/18-bookshop/store";
import conduit from "../../../samples/32-conduit/app";
import { customerApp } from "../../../samples/35-customer/app";
import { scheduleApp } from "../../../samples/36-schedules/app";

// It is an ES module, which jest cannot load here, and no token is made.
jest.mock("jose", () => ({ jwtVerify: jest.fn(), SignJWT: jest.fn() }));

const guideOf = async (app: App, from: string, to: string): Promise<string> => {
  const given = { folder: __dirname, load: () => Promise.resolve(app) };
  const { code, output } = await runCommand(["guide", "app", from, to], given);
  expect(code).toBe(0);
  return output;
};

/** What the guide prints for one route. */
interface Printed {
  readonly was: string;
  readonly is: string;
  readonly requests: readonly (readonly [language: string, text: string])[];
  readonly answers: number;
}

function printedIn(guide: string): readonly Printed[] {
  return guide
    .split(/^## (?=`)/m)
    .slice(1)
    .map((section) => {
      const [heading = ""] = section.split("\n");
      const [was = "", is = was] = [...heading.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
      const requests = [
        ...section.matchAll(/You (?:sent|send):\n\n(?:```(json|http)\n([^]*?)\n```|Nothing\.)/g),
      ];
      return {
        was,
        is,
        requests: requests.map(([, language = "", text = ""]) => [language, text] as const),
        answers: [...section.matchAll(/You get:/g)].length,
      };
    });
}

const filled = (path: string): string =>
  `/${parseTemplate(path)
    .map((one) => ("name" in one ? "1" : one.text))
    .join("/")}`;

async function send(app: App, version: string, name: string, [language, text]: readonly [string, string]) {
  const [method = "", path = ""] = name.split(" ");
  const [head = "", body = ""] = language === "http" ? text.split("\n\n") : ["", text];
  const [line = "", ...headers] = head.split("\n");
  // The client adds what names the version.
  const target = (line === "" ? filled(path) : (line.split(" ")[1] ?? "")).replace(
    new RegExp(`^/v?${version}(?=/)`),
    "",
  );
  let request = TestClient(app, { Version: version })[method.toLowerCase() as "post"](target);
  for (const header of headers) {
    const [key = "", value = ""] = header.split(": ");
    request = request.set(key, value);
  }
  if (body === "") return request;
  return request.set("Content-Type", "application/json").send(body);
}

// Handlers fail without it, after the input has been judged.
const noStore = Object.create(null) as BookStore;

const samples: readonly (readonly [string, () => App])[] = [
  ["18-bookshop", () => bookshop(noStore)],
  ["32-conduit", () => conduit],
  ["35-customer", () => customerApp()],
  ["36-schedules", () => scheduleApp()],
];

beforeEach(() => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Judges JSON by the schema of its version's answer, as documents describe it. */
function misfitOf({ schema }: ContractPart, value: unknown): unknown {
  const description = schema && describeSchema(schema, "output");
  if (!description || !("json" in description)) {
    return value === undefined ? undefined : "there is nothing to answer";
  }
  const validate = validators.get(schema) ?? ajv.compile(description.json);
  validators.set(schema, validate);
  return validate(value) ? undefined : validate.errors;
}

// Two versions may use one `$id`, by which an ajv that adds what it has used would refuse the second.
const ajv = addFormats(new Ajv2020({ strict: false, addUsedSchema: false }));
const validators = new Map<unknown, ValidateFunction>();

describe("the guide of sample", () => {
  it.each(samples)("%s has answers that fit the schemas of their versions", async (_name, make) => {
    const app = make();
    app.Build();
    const known = app[internals];
    const order = versionOrder(known.listed);
    const versions = app.Versions();
    let count = 0;
    for (const [i, from] of versions.entries()) {
      for (const to of versions.slice(i + 1)) {
        const newer = known.partsIn(to).filter(({ way }) => way === "answer");
        for (const was of known.partsIn(from)) {
          const is = newer.find(({ route, status }) => route === was.route && status === was.status);
          if (was.way !== "answer" || was.part === "errors" || !is || was.schema === is.schema) continue;
          const pair = await answerPair(
            { was, is },
            { from: { version: from, order }, to: { version: to, order } },
          );
          expect(pair).not.toHaveProperty("failure");
          const { before, after } = pair as SamplePair;
          expect([misfitOf(was, before), misfitOf(is, after)]).toEqual([undefined, undefined]);
          count += 1;
        }
      }
    }
    // The versions of the bookshop have routes of their own.
    expect(count > 0 || known.listed.length === 0).toBe(true);
  });

  it.each(samples)(
    "%s prints requests that its own versions accept, and an answer where they differ",
    async (_name, make) => {
      const app = make();
      app.Build();
      const versions = app.Versions();
      for (const [i, from] of versions.entries()) {
        for (const to of versions.slice(i + 1)) {
          const guide = await guideOf(app, from, to);
          expect(guide).not.toContain("No example");
          for (const { was, is, requests } of printedIn(guide)) {
            const [sent, sending] = requests;
            for (const [version, name, request] of [
              [from, was, sent],
              [to, is, sending],
            ] as const) {
              if (!request || request[0] === "") continue;
              const { status } = await send(app, version, name, request);
              expect({ version, name, request, isRefused: [400, 413, 415].includes(status) }).toEqual({
                version,
                name,
                request,
                isRefused: false,
              });
            }
          }
        }
      }
    },
  );
});

it("a link of members loses nothing that needs words", async () => {
  const V = DefineVersions("1", "2");
  const Cat = Versioned(z.object({ id: z.string(), mood: z.string() })).Added(
    V.Change("2", "Cats have a `mood`."),
    "mood",
  );
  const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } }, V.Since("1"));
  app.Get("/cats/{id}", () => ({ id: "1", mood: "calm" }), WithResponse(200, Cat));
  const guide = await guideOf(app, "1", "2");
  expect(guide).toContain('property "mood" was added');
  expect(guide).not.toContain("not restored");
});
