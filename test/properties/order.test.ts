import fc from "fast-check";
import {
  Router,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithVersion,
  type App,
  type RouterOption,
} from "versioned-controllers";
import { problemsOf } from "../support/problems";
import { runs } from "../support/runs";
import { answerOf, type ModelRoute } from "./model";
import {
  anyTable,
  asking,
  emptyApp,
  tableAndLines,
  table,
  versions,
  witness,
  written,
  type Line,
  type Witness,
} from "./tables";

/** The part of a route that is not yet said by the routers around it. */
interface Piece {
  readonly route: ModelRoute;
  readonly segments: readonly string[];
  readonly middleware: readonly string[];
  readonly guards: readonly string[];
  readonly versions: readonly string[];
}

/** How the next piece is registered, and whether a router's options stand on it or on its Include. */
interface Decision {
  readonly how:
    | "itself"
    | "by segment"
    | "by middleware"
    | "by guard"
    | "by version"
    | "under another version"
    | "nested";
  readonly isOnInclude: boolean;
}

type Things = [
  [readonly ModelRoute[], readonly Line[]],
  readonly number[],
  readonly Decision[],
  readonly string[],
];

const decision: fc.Arbitrary<Decision> = fc.record({
  how: fc.constantFrom<Decision["how"][]>(
    "itself",
    "by segment",
    "by middleware",
    "by guard",
    "by version",
    "under another version",
    "nested",
  ),
  isOnInclude: fc.boolean(),
});

const cats = [
  written("GET /cats/me 1", ["m1"], ["g1"]),
  written("GET /cats/{id} 1", ["m1", "m2"], ["g1", "g2"]),
  written("GET /cats/{id...}", [], ["g2"]),
];
const lines: readonly Line[] = ["/cats/me", "/cats/7", "/cats/7/8", "/cats/"].map((path) => ({
  method: "GET",
  path,
}));
const all = (how: Decision["how"], isOnInclude: boolean): readonly Decision[] =>
  Array<Decision>(9).fill({ how, isOnInclude });

const examples: readonly Things[] = [
  // The order of registration decided between a static segment and a parameter, as it does in Express.
  [[cats, lines], [2, 1, 0], [], ["1"]],
  // Guards of an outer router that did not run for an inner one, or ran after its own.
  [[cats, lines], [], all("by guard", false), ["1"]],
  [[cats, lines], [1], all("by guard", true), ["1"]],
  [[cats, lines], [], all("by segment", true), ["1"]],
  [[cats, lines], [2], all("under another version", false), ["1"]],
  // Twice, whoever comes first.
  [
    [[written("GET /a 1 2"), written("GET /a 2"), written("GET /a 1")], lines],
    [2, 0],
    all("by segment", false),
    ["2"],
  ],
];

describe("order and grouping don't matter: the same problems, routes, parameters and order of guards", () => {
  it("in any order of siblings, and however routers are split", () => {
    fc.assert(
      fc.property(
        tableAndLines("all", fc.oneof(table("all"), anyTable("all", 6))),
        fc.array(fc.nat(50), { maxLength: 12 }),
        fc.array(decision, { maxLength: 12 }),
        fc.subarray(versions, { maxLength: 2 }),
        ([routes, asked], order, decisions, wanted) => {
          const seen = witness();
          const flat = emptyApp("custom");
          for (const one of routes) {
            flat.Handle(one.method, one.path, seen.handler(one), ...seen.optionsOf(one, true));
          }
          const grouped = emptyApp("custom");
          register(grouped, piecesOf(shuffled(routes, order)), { decisions: [...decisions], seen });
          const problems = problemsOf(flat).toSorted();
          expect(problemsOf(grouped).toSorted()).toEqual(problems);
          if (problems.length > 0) return;
          expect(recordsOf(grouped)).toEqual(recordsOf(flat));
          for (const line of asked) {
            const [, headers] = asking("custom", line, wanted);
            const expected = answerOf(routes, { ...line, versions: wanted });
            expect([line, seen.ask(grouped.Build(), line, headers)]).toEqual([line, expected]);
            expect([line, seen.ask(flat.Build(), line, headers)]).toEqual([line, expected]);
          }
        },
      ),
      runs<Things>(...examples),
    );
  });
});

/** Every route as it is inspected, in an order of its own. */
function recordsOf(app: App): readonly string[] {
  return app
    .Inspect()
    .map(({ Method, Path, Versions }) => JSON.stringify([Method, Path, Versions]))
    .toSorted();
}

function shuffled<Thing>(things: readonly Thing[], order: readonly number[]): readonly Thing[] {
  const left = [...things];
  return things.flatMap((_, i) => left.splice((order[i] ?? 0) % left.length, 1));
}

function piecesOf(routes: readonly ModelRoute[]): readonly Piece[] {
  return routes.map((route) => {
    const { middleware, guards, versions: own } = route;
    return { route, segments: partsOf(route.path), middleware, guards, versions: own };
  });
}

const partsOf = (path: string): readonly string[] => (path === "/" ? [] : path.slice(1).split("/"));

interface Plan {
  /** Taken from the front; with none left, every piece is registered itself. */
  readonly decisions: Decision[];
  readonly seen: Witness;
}

function register(router: Router, pieces: readonly Piece[], plan: Plan): void {
  const left = [...pieces];
  for (let first = left[0]; first; first = left[0]) {
    const { how, isOnInclude } = plan.decisions.shift() ?? { how: "itself", isOnInclude: false };
    const group = groupOf(how, first, left, plan.seen);
    if (!group) {
      left.shift();
      registerItself(router, first, plan.seen);
      continue;
    }
    const inner = isOnInclude ? new Router() : new Router(group.prefix, ...group.options);
    register(inner, group.members.map(group.rest), plan);
    if (!isOnInclude) router.Include(inner);
    else router.Include(inner, ...prefixed(group.prefix), ...group.options);
    for (const member of group.members) left.splice(left.indexOf(member), 1);
  }
}

const prefixed = (prefix: string): readonly RouterOption[] => (prefix === "" ? [] : [WithPrefix(prefix)]);

interface Group {
  readonly members: readonly Piece[];
  readonly prefix: string;
  readonly options: readonly RouterOption[];
  /** The part of a member that is left to say. */
  readonly rest: (piece: Piece) => Piece;
}

/** A router that says something for the first piece, and for all that share it; undefined where it has nothing to say. */
function groupOf(
  how: Decision["how"],
  first: Piece,
  left: readonly Piece[],
  seen: Witness,
): Group | undefined {
  const [segment] = first.segments;
  const [middleware] = first.middleware;
  const [guard] = first.guards;
  const same: Group = { members: left, prefix: "", options: [], rest: (piece) => piece };
  switch (how) {
    case "itself":
      return undefined;
    case "by segment":
      if (segment === undefined) return undefined;
      return {
        ...same,
        members: left.filter(({ segments }) => segments[0] === segment),
        prefix: `/${segment}`,
        rest: (piece) => ({ ...piece, segments: piece.segments.slice(1) }),
      };
    case "by middleware":
      if (middleware === undefined) return undefined;
      return {
        ...same,
        members: left.filter((piece) => piece.middleware[0] === middleware),
        options: [WithMiddleware(seen.middleware(middleware))],
        rest: (piece) => ({ ...piece, middleware: piece.middleware.slice(1) }),
      };
    case "by guard":
      if (guard === undefined) return undefined;
      return {
        ...same,
        members: left.filter(({ guards }) => guards[0] === guard),
        options: [WithGuards(seen.guard(guard))],
        rest: (piece) => ({ ...piece, guards: piece.guards.slice(1) }),
      };
    case "by version":
      if (first.versions.length === 0) return undefined;
      return {
        ...same,
        members: left.filter((piece) => String(piece.versions) === String(first.versions)),
        options: [WithVersion(...first.versions)],
        rest: (piece) => ({ ...piece, versions: [] }),
      };
    case "under another version":
      // The nearest declaration replaces it, so every member needs its own.
      if (first.versions.length === 0) return undefined;
      return {
        ...same,
        members: left.filter((piece) => piece.versions.length > 0),
        options: [WithVersion("nowhere")],
      };
    case "nested":
      return { ...same, members: left.filter((_, i) => i % 2 === 0) };
  }
}

function registerItself(router: Router, piece: Piece, seen: Witness): void {
  const { route, segments } = piece;
  router.Handle(
    route.method,
    `/${segments.join("/")}`,
    seen.handler(route),
    ...seen.optionsOf({ ...route, ...piece }, true),
  );
}
