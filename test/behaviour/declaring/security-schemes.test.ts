import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { AnyOf, Anonymous, App, SecurityScheme, WithSecurity } from "versioned-controllers";
import { settingOf } from "../../../src/declare/option";
import { admit, forgetAdmissions, type Scheme, type SecurityNeed } from "../../../src/model/security";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const http = { type: "http", scheme: "bearer" } as const;
const Bearer = new SecurityScheme("bearer", http, () => ({ id: "tom" }));
const Key = new SecurityScheme("key", http, () => 1);

function needs(...requirements: Parameters<typeof WithSecurity>): readonly SecurityNeed[] {
  const setting = settingOf(WithSecurity(...requirements));
  return setting?.kind === "security" ? setting.needed : [];
}

function schemeOf(scheme: Parameters<typeof WithSecurity>[0]): Scheme {
  const [need] = needs(scheme);
  const [way] = need?.kind === "one of" ? need.alternatives : [];
  if (way?.kind !== "scheme") throw new Error("no scheme");
  return way.scheme;
}

describe("WithSecurity writes down", () => {
  const scheme = (written: Parameters<typeof WithSecurity>[0], ...scopes: readonly string[]) => ({
    kind: "scheme",
    scheme: schemeOf(written),
    scopes,
  });
  it.each([
    ["nothing where nothing is needed", needs(), []],
    ["a scheme", needs(Bearer), [[scheme(Bearer)]]],
    ["a scheme's scopes", needs(Bearer.With("a", "b")), [[scheme(Bearer, "a", "b")]]],
    ["all that are needed, in order", needs(Key, Bearer), [[scheme(Key)], [scheme(Bearer)]]],
    [
      "alternatives, in order",
      needs(AnyOf(Bearer.With("a"), AnyOf(Key), Anonymous)),
      [[scheme(Bearer, "a"), scheme(Key), { kind: "anonymous" }]],
    ],
  ])("%s", (_what, written, expected) => {
    expect(written).toEqual(expected.map((alternatives) => ({ kind: "one of", alternatives })));
  });
});

describe("a build problem is", () => {
  const takes = (written: string) => [
    `GET /: WithSecurity takes SecuritySchemes, not ${written} [security-invalid]`,
  ];
  it.each([
    ["what is no scheme", [undefined], takes("undefined")],
    ["a scheme's name", ["bearer"], takes('"bearer"')],
    ["an AnyOf of nothing", [AnyOf()], takes("an AnyOf without schemes")],
    ["an AnyOf of what is no scheme", [AnyOf(Bearer, undefined as never)], takes("an AnyOf without schemes")],
  ])("%s", (_what, written, problems) => {
    const app = new App({ Logger: recordingLogger() });
    expect(problemsOf(app.Get("/", () => 1, WithSecurity(...(written as never[]))))).toEqual(problems);
  });
});

describe("the principal", () => {
  const requestOf = () => new IncomingMessage(new Socket());

  it("is found by the scheme that has admitted the request, and by no other", () => {
    const req = requestOf();
    admit(req, schemeOf(Bearer), { id: "tom" });
    expect(Bearer.Of(req)).toEqual({ id: "tom" });
    expect(Bearer.Find(req)).toEqual({ id: "tom" });
    expect(Key.Find(req)).toBeUndefined();
    expect(Bearer.Find(requestOf())).toBeUndefined();
  });

  it("is asked for in vain where the scheme has not admitted the present match", () => {
    const req = requestOf();
    const message =
      'security scheme "bearer" has not admitted this request: its route must ask for it by WithSecurity';
    expect(() => Bearer.Of(req)).toThrow(message);
    admit(req, schemeOf(Bearer), { id: "tom" });
    forgetAdmissions(req);
    expect(() => Bearer.Of(req)).toThrow(message);
    expect(Bearer.Find(req)).toBeUndefined();
  });

  it("leaves nothing on the request", () => {
    const req = requestOf();
    const before = Reflect.ownKeys(req);
    admit(req, schemeOf(Bearer), { id: "tom" });
    expect(Reflect.ownKeys(req)).toEqual(before);
  });
});
