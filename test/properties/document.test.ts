import fc from "fast-check";
import {
  App,
  Hidden,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
import type { OpenAPIDocument, VersioningOptions } from "versioned-controllers";
import { recordingLogger } from "../support/logger";
import { call } from "../support/in-process";
import { often } from "../support/runs";
import { problemsOf } from "../support/problems";

/** A route of a small table; a version of `VersionNeutral` stands alone. */
interface Row {
  readonly method: string;
  readonly path: string;
  readonly versions: readonly string[];
  readonly hidden: boolean;
}

const known = ["1", "2"];
// "v1" looks like a version's segment: under URI it is one.
const texts = ["a", "b", "v1"];

const path = fc
  .tuple(fc.array(fc.option(fc.constantFrom(...texts), { freq: 2 }), { maxLength: 3 }), fc.boolean())
  .map(([parts, hasRest]) => {
    const segments = parts.map((text, i) => text ?? `{p${i}}`);
    return `/${[...segments, ...(hasRest ? [`{p${parts.length}...}`] : [])].join("/")}`;
  });

const row: fc.Arbitrary<Row> = fc.record({
  method: fc.constantFrom("GET", "GET", "POST", "HEAD"),
  path,
  versions: fc.constantFrom([VersionNeutral], [VersionNeutral], ["1"], ["2"], ["1", "2"]),
  hidden: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

const table = fc.array(row, { maxLength: 8 });

/** Every path of at most four segments that the table could tell apart from others, empty segments among them. */
const paths = pathsOf(["a", "b", "v1", "v2", "x", ""], 4);

function pathsOf(segments: readonly string[], most: number): readonly string[] {
  let longest: readonly string[] = [""];
  const all: string[] = ["/"];
  for (let i = 0; i < most; i++) {
    longest = longest.flatMap((start) => segments.map((segment) => `${start}/${segment}`));
    all.push(...longest);
  }
  return all;
}

interface Built {
  readonly app: App;
  /** The route that answers, and the version that the request was resolved to. */
  readonly answered: (method: string, url: string, version?: string) => Row | undefined;
}

/** Undefined where the table cannot be built: two rows that are registered twice. */
function build(rows: readonly Row[], Versioning: VersioningOptions): Built | undefined {
  let found: Row | undefined;
  const app = new App({ Versioning, PassUnmatched: true, Logger: recordingLogger() });
  for (const one of rows) {
    app.Handle(
      one.method,
      one.path,
      (_req, res) => {
        found = one;
        return res;
      },
      WithVersion(...one.versions),
      ...(one.hidden ? [Hidden()] : []),
    );
  }
  if (problemsOf(app).length > 0) return undefined;
  const middleware = app.Build();
  return {
    app,
    answered: (method, url, version) => {
      found = undefined;
      call(middleware, { method, url, rawHeaders: version === undefined ? [] : ["V", version] });
      return found;
    },
  };
}

function operationsIn({ paths: items }: OpenAPIDocument): readonly string[] {
  return Object.entries(items)
    .flatMap(([at, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${unnamed(at)}`))
    .sort();
}

/** Parameter names tell no paths apart; a rest is a parameter in the document, so that the two can fall together. */
function unnamed(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, "{}");
}

function nameOf({ method, path: template }: Row, prefix = ""): string {
  return `${method} ${unnamed(prefix + template).replace(/(.)\/$/, "$1")}`;
}

const isNeutral = ({ versions }: Row): boolean => versions[0] === VersionNeutral;

/** The operations that are answered, as the document would name them. */
function shown(rows: ReadonlySet<Row>, prefixOf: (row: Row) => string = () => ""): readonly string[] {
  const visible = [...rows].filter(({ hidden }) => !hidden);
  return [...new Set(visible.map((one) => nameOf(one, prefixOf(one))))].sort();
}

describe("Document(version) holds exactly the operations that the dispatcher answers for that version", () => {
  it("under VersioningHeader", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const built = build(rows, { Type: VersioningHeader, Header: "V" });
        fc.pre(built !== undefined);
        for (const version of built.app.Versions()) {
          const answering = new Set<Row>();
          for (const method of ["GET", "POST", "HEAD"]) {
            for (const url of paths) {
              const found = built.answered(method, url, version);
              if (found) answering.add(found);
            }
          }
          expect(operationsIn(built.app.Document(version))).toEqual(shown(answering));
        }
      }),
      often(150),
    );
  });

  it("under VersioningURI, where a neutral path is an address of its own", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const built = build(rows, { Type: VersioningURI });
        fc.pre(built !== undefined);
        const versions = built.app.Versions();
        const urls = [...paths, ...versions.flatMap((version) => paths.map((rest) => `/v${version}${rest}`))];
        for (const version of versions) {
          const answering = new Set<Row>();
          for (const method of ["GET", "POST", "HEAD"]) {
            for (const url of urls) {
              const found = built.answered(method, url);
              const isOfVersion = url === `/v${version}` || url.startsWith(`/v${version}/`);
              if (found && (isNeutral(found) || isOfVersion)) answering.add(found);
            }
          }
          const prefixOf = (one: Row): string => (isNeutral(one) ? "" : `/v${version}`);
          expect(operationsIn(built.app.Document(version))).toEqual(shown(answering, prefixOf));
        }
      }),
      often<[readonly Row[]]>(150, [
        // A neutral rest that a route of version 1 hides from shorter paths alone.
        [
          { method: "GET", path: "/{p0}/a/{p2}", versions: ["1"], hidden: true },
          { method: "GET", path: "/", versions: ["1", "2"], hidden: true },
          { method: "GET", path: "/v1/{p1}/a/{p3...}", versions: [VersionNeutral], hidden: false },
        ],
      ]),
    );
  });

  it("a version that no row names is not a version of the App", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const built = build(rows, { Type: VersioningHeader, Header: "V" });
        fc.pre(built !== undefined);
        const named = new Set(rows.flatMap((one) => (isNeutral(one) ? [] : one.versions)));
        for (const version of known) {
          const document = (): OpenAPIDocument => built.app.Document(version);
          if (named.has(version)) expect(document).not.toThrow();
          else expect(document).toThrow(RangeError);
        }
      }),
      often(50),
    );
  });
});
