import {
  App,
  DefineVersions,
  Rename,
  Versioned,
  VersioningHeader,
  WithResponse,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

/** An App of two versions with one webhook, in whose older schema the code stands. */
function moduleWith({ older = "{ name: { type: 'string' } }", options = "", more = "" } = {}): string {
  return `
    const { App, Before, DefineVersions, Versioned, VersioningURI, WithResponse, WithHeaders, Hidden } = require("versioned-controllers");
    const V = DefineVersions("1", "2");
    const Named = V.Change("2", "A cat's \`name\` is \`title\`.");
    const closed = (properties) => ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false });
    const Cat = Versioned(closed({ title: { type: "string" } }))
      .Before(Named, closed(${older}), { Down: ({ title }) => ({ name: title }) });
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List }, Logger: { warn() {}, error() {} } });
    app.Get("/cats", () => [], V.Since("1"));
    app.Include(V.Webhook("cat.added", Cat ${options}));
    ${more}
    module.exports = app;`;
}

async function checkAfter(after: string, dir: string, ...options: string[]): Promise<string> {
  project.write("app.js", moduleWith());
  await project.run("freeze", "app.js", "1", "--dir", dir);
  project.write("app.js", after);
  const { code, output, errors } = await project.run("check", "app.js", "--dir", dir, ...options);
  return `${code}\n${output}${errors}`;
}

describe("freeze and check hold a version's webhooks", () => {
  it.each<[what: string, after: string, code: number, line: string]>([
    ["as they were", moduleWith(), 0, ""],
    [
      "whose body lost a property",
      moduleWith({ older: "{ title: { type: 'string' } }" }),
      1,
      'webhook cat.added, request body: property "name" was removed',
    ],
    ["that are gone", moduleWith({ options: ', V.Since("2")' }), 1, "webhook cat.added: is no longer sent"],
    [
      "that have another name",
      moduleWith({ options: ', Before(Named, "cat.new")' }),
      1,
      "webhook cat.added: is no longer sent",
    ],
    [
      "that expect another answer",
      moduleWith({ options: ", WithResponse(204)" }),
      1,
      "webhook cat.added, response 200: is no longer expected",
    ],
  ])("%s", async (what, after, code, line) => {
    const output = await checkAfter(after, what.replaceAll(" ", "-"));
    expect(output).toMatch(new RegExp(`^${code}\n`));
    expect(output).toContain(line);
  });

  it("exactly, in a version that is not the newest", async () => {
    const after = moduleWith({
      options: ", WithHeaders({ type: 'object', properties: { 'webhook-id': {} } })",
    });
    expect(await checkAfter(after, "loose")).toMatch(/^0\n/);
    const exact = await checkAfter(after, "exact", "--exact");
    expect(exact).toMatch(/^1\n/);
    expect(exact).toContain("webhook cat.added, request, header webhook-id: was added");
    expect(await checkAfter(moduleWith(), "same", "--exact")).toMatch(/^0\n/);
  });
});

describe("diff and changelog tell of webhooks", () => {
  it("with the change behind a difference, and without what names the version", async () => {
    project.write("app.js", moduleWith());
    const { output } = await project.run("diff", "app.js", "1", "2", "--json");
    expect(JSON.parse(output)).toEqual([
      {
        breaking: true,
        kind: "property-removed",
        where: "webhook cat.added",
        subject: "request body /name",
        what: 'request body: property "name" was removed',
        description: "A cat's `name` is `title`.",
      },
      {
        breaking: false,
        kind: "required-property-added",
        where: "webhook cat.added",
        subject: "request body /title",
        what: 'request body: property "title" was added, and is required',
        description: "A cat's `name` is `title`.",
      },
    ]);
    expect((await project.run("diff", "app.js", "1", "2")).output).not.toContain("unexplained");
  });

  it("and where no change is behind it says so", async () => {
    const more = `app.Include([V.Webhook("cat.seen", closed({}), V.Until("1")), V.Webhook("bat.seen", Cat)]);`;
    project.write("app.js", moduleWith({ more }));
    const { output } = await project.run("diff", "app.js", "1", "2");
    expect(output).toContain("- **Breaking:** `webhook cat.seen` (unexplained)");
  });

  it("by the newest name", async () => {
    project.write("app.js", moduleWith({ options: ', Before(Named, "cat.new")' }));
    expect((await project.run("changelog", "app.js")).output).toContain("`webhook cat.added`");
  });
});

describe("a version that no route answers", () => {
  const module = `
    const { App, DefineVersions, VersioningHeader } = require("versioned-controllers");
    const V = DefineVersions("1", "2");
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "X", Versions: V.List, Report: true }, Logger: { warn() {}, error() {} } });
    app.Get("/cats", () => [], V.Since("2"));
    app.Include(V.Webhook("cat.added", { type: "object" }));
    module.exports = app;`;

  it("is passed over by check, and cannot be frozen", async () => {
    project.write("app.js", module);
    await project.run("freeze", "app.js", "2", "--dir", "kept");
    expect(await project.run("check", "app.js", "--dir", "kept")).toMatchObject({ code: 0 });
    expect(await project.run("freeze", "app.js", "1", "--dir", "kept")).toMatchObject({ code: 2 });
  });
});

describe("CheckChanges holds the histories of webhooks", () => {
  const V = DefineVersions("1", "2");
  const Born = V.Change("2", "`born` is `birthday`.");
  const Now = z.object({ birthday: z.string() });
  const Old = z.object({ born: z.string() });
  const appOf = (what: object): App => {
    const Versioning = { Type: VersioningHeader, Header: "X", Versions: V.List };
    return new App({ Versioning }).Get("/", () => 1, V.Since("1")).Include(what);
  };

  it("of what they send", async () => {
    const wrong = Versioned(Now).Before(Born, Old, { Down: () => ({ born: 7 as unknown as string }) });
    await expect(CheckChanges(appOf(V.Webhook("e", wrong)))).rejects.toThrow("`born` is `birthday`.");
    await CheckChanges(appOf(V.Webhook("e", Versioned(Now).Before(Born, Old, Rename("born", "birthday")))));
  });

  it("of what they expect back", async () => {
    const wrong = Versioned(Now).Before(Born, Old, {
      Up: () => ({ birthday: 7 as unknown as string }),
      Down: ({ birthday }) => ({ born: birthday }),
    });
    const webhook = V.Webhook("e", z.object({}), WithResponse(200, wrong));
    await expect(CheckChanges(appOf(webhook))).rejects.toThrow("Up");
  });
});
