import {
  App,
  Before,
  Change,
  Deprecated,
  Get,
  Handle,
  Hidden,
  OperationID,
  Post,
  RenameHeader,
  WithoutHeader,
  Restatus,
  Router,
  SecurityScheme,
  Since,
  Status,
  Summary,
  VersioningHeader,
  WithBody,
  WithOperation,
  WithPrefix,
  WithSecurity,
  WithTags,
  WithVersion,
  type RouteOption,
  type RouterOption,
} from "versioned-controllers";
import { problemsOf } from "../../support/problems";
import { appWith, Born, Names, V } from "./cats";

// Callers without types may give anything.
const untyped = Before as unknown as (...args: unknown[]) => RouteOption & RouterOption;
const untypedGet = Get as unknown as (...args: unknown[]) => unknown;
const untypedRename = RenameHeader as unknown as (...args: unknown[]) => unknown;
const untypedDeprecated = Deprecated as unknown as (...args: unknown[]) => RouteOption;
const unplaced = (option: unknown): RouteOption & RouterOption => option as RouteOption & RouterOption;

const keyed = (): SecurityScheme<true> =>
  new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, () => true);

const onRoute =
  (...options: RouteOption[]) =>
  (app: App): unknown =>
    app.Get("/cats/{id}", () => null, Since("1"), ...options);
const onRouter =
  (...options: RouterOption[]) =>
  (app: App): unknown =>
    app.Include(new Router("/cats", ...options).Get("/", () => null, Since("1")));

@Router("/cats", V.Since("1"))
class TwoVerbs {
  @Get("/a")
  @Post("/b")
  @Before(Names, Get("/old"))
  list(): null {
    return null;
  }
}

describe("Build refuses", () => {
  it.each<[what: string, declare: (app: App) => unknown, ...problems: string[]]>([
    [
      "a Before without a change",
      onRoute(untyped("2", Status(200))),
      'the first argument of Before must be a change, made by Change(version, description), got "2"',
    ],
    [
      "a value that is no option",
      onRoute(untyped(Names, 5)),
      "expected an option such as WithTags(...), got 5",
    ],
    [
      "such a value among the options of a verb",
      onRoute(untyped(Names, untypedGet("/cats/{id}/old", 5))),
      "expected an option such as WithTags(...), got 5",
    ],
    [
      "one new name of a header for two old ones, though it is no name",
      onRoute(untyped(Names, untypedRename("Old", 5), untypedRename("Older", 5))),
      "a name of RenameHeader must be a field name (RFC 9110, 5.1), got 5",
      'the header 5, before "A cat\'s `name` is split.", is declared twice',
    ],
    [
      "another argument of Deprecated than false",
      onRoute(untyped(Names, untypedDeprecated(true))),
      "Deprecated was called with too many arguments",
    ],
    [
      "the same outside of Before",
      onRoute(untypedDeprecated(5)),
      "Deprecated was called with too many arguments",
    ],
    [
      "a change that is not in the list",
      onRoute(Before(Change("9", "nine"), Status(201))),
      'version "9" is not in AppOptions.Versioning.Versions',
    ],
    [
      "a change of the first version",
      onRouter(Before(Change("1", "one"), Status(201))),
      'the change "one" has no effect, because version "1" is the first version, before which nothing was: give the change a later version, or list Versions oldest first',
    ],
    [
      "guards in Before",
      onRoute(untyped(Names, WithOperation({}))),
      "WithOperation cannot stand in Before on a route",
    ],
    ["a body in Before", onRoute(untyped(Names, WithBody({}))), "WithBody cannot stand in Before on a route"],
    [
      "versions in Before",
      onRouter(untyped(Names, WithVersion("1"))),
      "WithVersion cannot stand in Before on a router",
    ],
    ["Before in Before", onRoute(untyped(Names, Before(Born, Status(201)))), "Before cannot stand in Before"],
    [
      "a prefix of a route",
      onRoute(untyped(Names, WithPrefix("/x"))),
      "WithPrefix cannot stand in Before on a route",
    ],
    [
      "a second security scheme of one name",
      onRoute(WithSecurity(keyed()), Before(Names, WithSecurity(keyed()))),
      'two security schemes have the same name, "key", both here',
    ],
    [
      "a verb of a router",
      onRouter(untyped(Names, Get("/x"))),
      "Get(...) cannot stand in Before on a router",
    ],
    [
      "an operation id of a router",
      onRouter(untyped(Names, OperationID("x"))),
      "OperationID cannot stand in Before on a router",
    ],
    [
      "a verb with a list of its own",
      onRoute(untyped(Names, Get("/x/{id}", Status(201)))),
      "Status cannot stand in Before on a verb",
    ],
    [
      "no option at all",
      onRoute(untyped(Names)),
      "changes nothing here, because it has no options: add the options of the older versions, or remove this Before",
    ],
    ["what is no option", onRoute(untyped(Names, "x")), 'expected an option such as WithTags(...), got "x"'],
    [
      "Restatus outside of Before",
      onRoute(unplaced(Restatus(400, 422))),
      "Restatus(...) has no effect here, because it stands in Before alone: write Before(change, Restatus(...))",
    ],
    ["RenameHeader outside", onRouter(unplaced(RenameHeader("X-A", "X-B"))), "stands in Before alone"],
    [
      "WithoutHeader outside",
      onRoute(unplaced(WithoutHeader("X-A"))),
      "WithoutHeader(...) has no effect here, because it stands in Before alone",
    ],
    [
      "Deprecated(false) outside",
      onRoute(unplaced(Deprecated(false))),
      "Deprecated(false) has no effect here, because it stands in Before alone: write Before(change, Deprecated(false))",
    ],
    [
      "Hidden(false) outside",
      onRouter(unplaced(Hidden(false))),
      "Hidden(false) has no effect here, because it stands in Before alone: write Before(change, Hidden(false))",
    ],
    [
      "a status that is none",
      onRoute(Before(Names, Restatus(99, 422))),
      "a status of Restatus must be a whole number from 200 to 599, got 99",
    ],
    [
      "a header that is none",
      onRoute(Before(Names, RenameHeader("X A", "X-B"))),
      'a name of RenameHeader must be a field name (RFC 9110, 5.1), got "X A"',
    ],
    [
      "a late header that is none",
      onRoute(Before(Names, WithoutHeader("X A"))),
      'the argument of WithoutHeader must be a field name (RFC 9110, 5.1), got "X A"',
    ],
    ["a path that is none", onRoute(Before(Names, Get("cats/{id}"))), 'path "cats/{id}" must begin with "/"'],
    [
      "a method that is none",
      onRoute(Before(Names, Handle("FETCH", "/cats/{id}"))),
      '(METHODS of node:http), except CONNECT, got "FETCH"',
    ],
    ["a prefix that is none", onRouter(Before(Names, WithPrefix("dogs"))), 'path "dogs" must begin with "/"'],
    [
      "an option twice in one Before",
      onRoute(Before(Names, Status(201), Status(202))),
      'Status, before "A cat\'s `name` is split.", is declared twice',
    ],
    [
      "an option twice of one change, in two Befores of one place",
      onRoute(Before(Names, Status(201)), Before(Names, Status(202))),
      "is declared twice",
    ],
    [
      "two verbs",
      onRoute(Before(Names, Get("/a/{id}"), Get("/b/{id}"))),
      'a verb, before "A cat\'s `name` is split.", is declared twice',
    ],
    [
      "one status by two",
      onRoute(Before(Names, Restatus(400, 422), Restatus(404, 422))),
      "Restatus(..., 422), before",
    ],
    [
      "one header by two",
      onRoute(Before(Names, RenameHeader("X-A", "X-C"), RenameHeader("X-B", "x-c"))),
      "is declared twice",
    ],
    [
      "a header that had another name, and that did not exist",
      onRoute(Before(Names, RenameHeader("X-A", "X-C"), WithoutHeader("x-c"))),
      'the header "x-c", before "A cat\'s `name` is split.", is declared twice',
    ],
    ["tags twice", onRouter(Before(Names, WithTags("a")), Before(Names, WithTags("b"))), "WithTags, before"],
    [
      "a stacked verb on a method with several",
      (app) => app.Include(TwoVerbs),
      "belongs in a verb's list",
      "belongs in a verb's list",
    ],
  ])("%s", (_, declare, ...texts) => {
    const problems = problemsOf(appWith(declare).app);
    expect(problems).toEqual(texts.map((text) => expect.stringContaining(text) as string));
  });

  it("changes without a list of versions", () => {
    const { app } = appWith(onRoute(Before(Names, Status(201))), {
      Versioning: { Type: VersioningHeader, Header: "X-Version", DefaultVersion: ["1"] },
    });
    expect(problemsOf(app)).toContainEqual(expect.stringContaining("changes need Versioning.Versions"));
  });
});

describe("Build takes", () => {
  it.each<[what: string, declare: (app: App) => unknown]>([
    ["what one change says in two Befores", onRoute(Before(Names, Status(201)), Before(Names, Summary("s")))],
    ["one option of two changes", onRoute(Before(Born, Status(201)), Before(Names, Status(202)))],
    ["two statuses that were one", onRoute(Before(Names, Restatus(400, 422), Restatus(400, 409)))],
  ])("%s", (_, declare) => {
    expect(problemsOf(appWith(declare).app)).toEqual([]);
  });

  it("changes with versioning off, where they do nothing", () => {
    const app = new App().Get("/cats", () => null, Before(Change("2", "two"), Get("/dogs")));
    expect(problemsOf(app)).toEqual([]);
  });
});
