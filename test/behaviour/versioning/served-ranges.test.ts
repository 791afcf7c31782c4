import { App, Since, Until, VersionNeutral, VersionOf, WithVersion } from "versioned-controllers";
import type { Option } from "versioned-controllers";
import { testRules, type Rules } from "../../support/rules";
import type { Scheme } from "../../support/schemes";
import { recordingLogger } from "../../support/logger";

type Declared = readonly [name: string, method: string, path: string, ...options: Option[]];

const neutral = VersionNeutral;

/** An answer names its route, and the version that the request was resolved to. */
const rules: Rules<Declared> = {
  "a route answers every version of its range, and no other": {
    routes: [
      ["since", "GET", "/since", Since("2")],
      ["until", "GET", "/until", Until("2")],
      ["both", "GET", "/both", Since("2"), Until("3")],
    ],
    rows: [
      ["GET /since", ["1"], "404"],
      ["GET /since", ["2"], "since 2"],
      ["GET /since", ["4"], "since 4"],
      ["GET /until", ["1"], "until 1"],
      ["GET /until", ["2"], "until 2"],
      ["GET /until", ["3"], "404"],
      ["GET /both", ["1"], "404"],
      ["GET /both", ["2"], "both 2"],
      ["GET /both", ["3"], "both 3"],
      ["GET /both", ["4"], "404"],
      ["GET /since", ["5"], "404"],
      ["GET /since", [], "404"],
    ],
  },
  "a later declaration takes over, and where it has ended the earlier one goes on": {
    routes: [
      ["first", "GET", "/cats/{id}", Since("1")],
      ["second", "GET", "/cats/{name}", Since("2"), Until("2")],
      ["named", "GET", "/cats/{cat}", WithVersion("4")],
      ["added", "POST", "/cats/{id}", Since("3")],
    ],
    rows: [
      ["GET /cats/7", ["1"], "first 1"],
      ["GET /cats/7", ["2"], "second 2"],
      ["GET /cats/7", ["3"], "first 3"],
      ["GET /cats/7", ["4"], "named 4"],
      ["POST /cats/7", ["2"], "404"],
      ["POST /cats/7", ["3"], "added 3"],
      ["HEAD /cats/7", ["2"], "second 2"],
    ],
  },
  "a version that inherits a route still prefers what is more specific in it": {
    routes: [
      ["one", "GET", "/cats/{id}", Since("1")],
      ["me", "GET", "/cats/me", Since("3")],
      ["any", "GET", "/{rest...}", Until("2")],
    ],
    rows: [
      ["GET /cats/me", ["2"], "one 2"],
      ["GET /cats/me", ["3"], "me 3"],
      ["GET /cats/7", ["3"], "one 3"],
      ["GET /dogs", ["2"], "any 2"],
      ["GET /dogs", ["3"], "404"],
    ],
  },
  "where a range has ended, the neutral routes are tried": {
    routes: [
      ["ended", "GET", "/cats", Until("2")],
      ["neutral", "GET", "/cats", WithVersion(neutral)],
    ],
    rows: [
      ["GET /cats", ["2"], "ended 2"],
      ["GET /cats", ["3"], "neutral neutral", "404"],
      ["GET /cats", [], "neutral neutral"],
    ],
  },
};

function appOf(scheme: Scheme, routes: readonly Declared[]): App {
  const Versioning = { ...scheme.options, Versions: ["1", "2", "3", "4"] };
  const app = new App({ Versioning, Logger: recordingLogger() });
  for (const [name, method, path, ...options] of routes) {
    app.Handle(
      method,
      path,
      (req, res) => {
        res.set("X-By", `${name} ${VersionOf(req) ?? "neutral"}`);
        return null;
      },
      ...options,
    );
  }
  return app;
}

testRules(rules, appOf);
