import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  DefineVersions,
  Since,
  Until,
  Versioned,
  VersioningHeader,
  WithResponse,
  type VersioningOptions,
} from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";
import { withEntriesApart, type Done } from "../../support/project";

const root = mkdtempSync(join(tmpdir(), "versioned-controllers-git-"));

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** An App in versions 1 and 2, whose cats have these properties. */
function cats(properties: object = { name: {}, age: {} }, versioning: Partial<VersioningOptions> = {}): App {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: ["1", "2"], ...versioning },
    Logger: { warn: () => undefined, error: () => undefined },
  });
  app.Get("/cats", () => ({}), Since("1"), WithResponse(200, { type: "object", properties }));
  return app;
}

const older = cats({ name: {} });

const announced = { "1": { Deprecated: "2026-01-01", Sunset: "2999-01-01", AfterSunset: "gone" } } as const;

let folders = 0;
const newFolder = (): string => join(root, `repository-${folders++}`);

/** A repository in a folder. */
class Repository {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** One on branch main, with one commit. */
  static made(): Repository {
    const repository = new Repository(newFolder());
    mkdirSync(repository.folder);
    repository.git("init", "--quiet", "--initial-branch=main");
    repository.commit("empty");
    return repository;
  }

  git(...args: readonly string[]): string {
    const identity = [
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.org",
      "-c",
      "commit.gpgsign=false",
    ];
    const env = {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_EDITOR: "true",
    };
    return execFileSync("git", [...identity, ...args], {
      cwd: this.folder,
      env,
      encoding: "utf8",
      stdio: "pipe",
    });
  }

  write(name: string, text: string): void {
    mkdirSync(join(this.folder, name, ".."), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  commit(message: string): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", message);
  }

  async run(app: App, ...args: readonly string[]): Promise<Done> {
    return withEntriesApart(
      await runCommand(args, { folder: this.folder, load: () => Promise.resolve(app) }),
    );
  }

  async freeze(app: App, version: string, ...options: readonly string[]): Promise<void> {
    const { errors } = await this.run(app, "freeze", "app", version, ...options);
    if (errors !== "") throw new Error(errors);
    this.commit(`freeze ${version}`);
  }

  against(app: App, ...options: readonly string[]): Promise<Done> {
    return this.run(app, "check", "app", "--against", "main", ...options);
  }
}

const template = newFolder();

beforeAll(async () => {
  const repository = Repository.made();
  await repository.freeze(cats(), "1");
  repository.git("switch", "--quiet", "--create", "work");
  renameSync(repository.folder, template);
});

/** A repository whose main has frozen version 1, and whose branch `work` has just left it; a copy takes no processes. */
function branched(): Repository {
  const repository = new Repository(newFolder());
  cpSync(template, repository.folder, { recursive: true });
  return repository;
}

const fine = { code: 0, output: "version 1: no breaking change\nversion 2: not frozen\n", errors: "" };
const changed =
  /^ {2}version 1: the frozen document was changed since [0-9a-f]{7}, the merge base with main$/m;

describe("check --against", () => {
  it("compares with what is frozen in the commit that HEAD left", async () => {
    const repository = branched();
    expect(await repository.against(cats())).toEqual(fine);
    expect(await repository.against(older)).toEqual({
      code: 1,
      output:
        'version 1: 1 breaking change\n  GET /cats, response 200: property "age" was removed\nversion 2: not frozen\n',
      errors: "",
    });
  });

  it.each([
    ["committed", (one: Repository) => one.freeze(older, "1", "--force")],
    ["not committed yet", (one: Repository) => one.run(older, "freeze", "app", "1", "--force")],
  ])("fails on a frozen document that the same branch has frozen anew by --force, %s", async (_, freeze) => {
    const repository = branched();
    await freeze(repository);
    expect(await repository.run(older, "check", "app")).toEqual(fine);
    const { code, output } = await repository.against(older);
    expect(code).toBe(1);
    expect(output).toContain("version 1: 1 breaking change, 1 fault of a frozen document\n");
    expect(output).toMatch(changed);
    expect(output).toContain('  GET /cats, response 200: property "age" was removed\n');
  });

  it.each<[what: string, app: App, isOnlyAnnounced: boolean]>([
    ["alone", cats(undefined, { Lifecycle: announced }), true],
    ["beside a change", cats({ name: {}, age: {}, kind: {} }, { Lifecycle: announced }), false],
    [
      "beside a new route",
      cats(undefined, { Lifecycle: announced }).Get("/dogs", () => 1, Since("1")),
      false,
    ],
  ])("says that a document frozen anew has an announced end, %s", async (_what, app, isOnlyAnnounced) => {
    const repository = branched();
    await repository.freeze(app, "1", "--force");
    const { code, output } = await repository.against(app);
    expect(code).toBe(1);
    const words = "the merge base with main; only texts or lifecycle dates differ, because";
    expect(output.includes(words)).toBe(isOnlyAnnounced);
  });

  it("fails on a frozen document that was changed and breaks nothing", async () => {
    const repository = branched();
    await repository.freeze(cats({ name: {}, age: {}, kind: {} }), "1", "--force");
    const { code, output } = await repository.against(cats({ name: {}, age: {}, kind: {} }));
    expect({ code, heading: output.split("\n")[0] }).toEqual({
      code: 1,
      heading: "version 1: no breaking change, 1 fault of a frozen document",
    });
    expect(output).toMatch(changed);
  });

  it("fails on a frozen document that was deleted, and still compares with it", async () => {
    const repository = branched();
    rmSync(join(repository.folder, "openapi/1.json"));
    const { code, output } = await repository.against(older);
    expect(code).toBe(1);
    expect(output).toMatch(/^ {2}version 1: the frozen document was deleted since [0-9a-f]{7}, /m);
    expect(output).toContain('property "age" was removed');
  });

  it("passes over another form of the same document", async () => {
    const repository = branched();
    const document = JSON.stringify(cats().Document("1"));
    repository.write("openapi/1.json", document);
    expect(await repository.against(cats())).toEqual(fine);
  });

  it("is fine where nothing is frozen there, and with what the branch has frozen first", async () => {
    const repository = Repository.made();
    repository.git("switch", "--quiet", "--create", "work");
    expect(await repository.against(cats())).toEqual({
      code: 0,
      output: "version 1: not frozen\nversion 2: not frozen\n",
      errors: "",
    });
    await repository.freeze(cats(), "1");
    expect(await repository.against(cats())).toEqual(fine);
    expect(await repository.against(older)).toMatchObject({ code: 1 });
  });

  it("reads accepted.json of the working tree, for a changed document too", async () => {
    const repository = branched();
    await repository.freeze(older, "1", "--force");
    repository.write(
      "openapi/accepted.json",
      JSON.stringify([
        {
          version: "1",
          where: "version 1",
          what: "the frozen document was changed",
          reason: "nobody calls it",
        },
        {
          version: "1",
          where: "GET /cats",
          what: 'response 200: property "age" was removed',
          reason: "unread",
        },
      ]),
    );
    const { code, output } = await repository.against(older);
    expect(code).toBe(0);
    expect(output).toContain("version 1: no breaking change, 2 accepted\n");
    expect(await repository.run(older, "check", "app")).toMatchObject({
      code: 0,
      output: expect.not.stringContaining("the frozen document was changed") as string,
    });
  });

  it("holds what requests without a version are answered, too", async () => {
    const assuming = { AssumeVersion: "1" };
    const repository = Repository.made();
    await repository.freeze(cats(undefined, assuming), "1");
    repository.git("switch", "--quiet", "--create", "work");
    await repository.freeze(cats({ name: {} }, assuming), "1", "--force");
    const { output } = await repository.against(cats({ name: {} }, assuming));
    expect(output).toContain("the frozen document of requests that name no version was changed since");
    rmSync(join(repository.folder, "openapi/assumed/1.json"));
    expect((await repository.against(cats())).output).toContain(
      "the frozen document of requests that name no version was deleted since",
    );
  });

  it("reports a version that is a preview now, and compares it no more", async () => {
    const repository = branched();
    await repository.freeze(older, "1", "--force");
    const { code, output } = await repository.against(cats({}, { Lifecycle: { "1": { Preview: true } } }));
    expect(code).toBe(1);
    expect(output).toMatch(changed);
    expect(output).not.toContain("was removed");
  });

  it("with --json and --github is reported as other findings are", async () => {
    const repository = branched();
    await repository.freeze(older, "1", "--force");
    const { output } = await repository.against(older, "--json");
    expect((JSON.parse(output) as { versions: { changes: object[] }[] }).versions[0]?.changes[0]).toEqual({
      breaking: true,
      kind: "frozen-document-changed",
      where: "version 1",
      subject: "",
      what: "the frozen document was changed",
    });
    expect((await repository.against(older, "--github")).output).toContain(
      "::error file=openapi/1.json,title=version 1::version 1: the frozen document was changed since",
    );
  });
});

describe("histories", () => {
  it("a branch that has merged main is held against what main has frozen meanwhile", async () => {
    const repository = branched();
    repository.write("work.txt", "");
    repository.commit("work");
    repository.git("switch", "--quiet", "main");
    await repository.freeze(cats(), "2");
    repository.git("switch", "--quiet", "work");
    expect((await repository.against(cats())).output).toBe(fine.output);
    repository.git("merge", "--quiet", "--no-edit", "main");
    expect((await repository.against(cats())).output).toBe(
      "version 1: no breaking change\nversion 2: no breaking change\n",
    );
    await repository.freeze(older, "2", "--force");
    expect((await repository.against(older)).output).toContain("version 2: the frozen document was changed");
  });

  it("what main has frozen anew since is not a change of this branch", async () => {
    const repository = branched();
    repository.git("switch", "--quiet", "main");
    await repository.freeze(older, "1", "--force");
    repository.git("switch", "--quiet", "work");
    expect(await repository.against(cats())).toEqual(fine);
    repository.git("rebase", "--quiet", "main");
    expect(await repository.against(older)).toEqual(fine);
  });

  it("a branch that was rebased is compared with its new base", async () => {
    const repository = branched();
    await repository.freeze(older, "1", "--force");
    repository.git("switch", "--quiet", "main");
    repository.write("main.txt", "");
    repository.commit("main");
    repository.git("switch", "--quiet", "work");
    repository.git("rebase", "--quiet", "main");
    expect((await repository.against(older)).output).toMatch(changed);
  });

  it("a conflict in a frozen file is a change of it", async () => {
    const repository = branched();
    await repository.freeze(older, "1", "--force");
    repository.git("switch", "--quiet", "main");
    await repository.freeze(cats({ name: {}, kind: {} }), "1", "--force");
    repository.git("switch", "--quiet", "work");
    expect(() => repository.git("merge", "--quiet", "main")).toThrow();
    const { code, output, errors } = await repository.against(cats());
    expect({ code, errors }).toEqual({ code: 1, errors: "" });
    expect(output).toMatch(changed);
  });

  it("on main itself what is frozen is main's own", async () => {
    const repository = Repository.made();
    await repository.freeze(cats(), "1");
    expect(await repository.against(cats())).toEqual(fine);
    await repository.run(older, "freeze", "app", "1", "--force");
    expect((await repository.against(older)).output).toMatch(changed);
  });

  it("the App may live in a folder of the repository, and what is frozen elsewhere in it", async () => {
    const repository = branched();
    const inFolder = new Repository(join(repository.folder, "packages/cats"));
    mkdirSync(inFolder.folder, { recursive: true });
    repository.git("switch", "--quiet", "main");
    await inFolder.run(cats(), "freeze", "app", "1", "--dir", "../frozen [1]");
    await inFolder.run(cats(), "freeze", "app", "1", "--dir", ".");
    repository.commit("freeze");
    repository.git("switch", "--quiet", "--create", "more");
    expect(await inFolder.against(older, "--dir", "../frozen [1]")).toMatchObject({ code: 1 });
    expect(await inFolder.against(older, "--dir", ".")).toMatchObject({ code: 1 });
    expect(await inFolder.against(cats(), "--dir", "../frozen [1]")).toEqual(fine);
  });

  it("a link in the place of the folder leads to no folder without documents", async () => {
    const repository = branched();
    renameSync(join(repository.folder, "openapi"), join(repository.folder, "elsewhere"));
    symlinkSync("elsewhere", join(repository.folder, "openapi"));
    expect((await repository.against(older)).code).toBe(1);
  });
});

describe("where git cannot tell", () => {
  const shallowly = (): Repository => {
    const repository = branched();
    const clone = new Repository(newFolder());
    repository.git("clone", "--quiet", "--depth", "1", `file://${repository.folder}`, clone.folder);
    clone.git("branch", "main");
    return clone;
  };

  it("a shallow clone is refused", async () => {
    const clone = shallowly();
    expect(await clone.against(cats())).toEqual({
      code: 2,
      output: "",
      errors:
        "--against: this clone is shallow, so the merge base of HEAD and the ref may be missing: " +
        "fetch the whole history (actions/checkout: fetch-depth: 0)\n",
    });
    clone.git("fetch", "--quiet", "--unshallow");
    expect(await clone.against(cats())).toEqual(fine);
  });

  it("without git it says so", async () => {
    const repository = branched();
    const { PATH } = process.env;
    process.env.PATH = join(root, "nowhere");
    try {
      expect(await repository.against(cats())).toEqual({
        code: 2,
        output: "",
        errors: "--against needs git: install it, or add it to PATH\n",
      });
    } finally {
      process.env.PATH = PATH;
    }
  });

  it("outside of a repository it says so", async () => {
    const folder = mkdtempSync(join(root, "none-"));
    const done = await runCommand(["check", "app", "--against", "main"], {
      folder,
      load: () => Promise.resolve(cats()),
    });
    expect(done).toMatchObject({ code: 2, output: "" });
    expect(done.errors).toMatch(/^--against: .* must be in a git repository/);
  });

  it.each([
    ["--upload-pack=touch here", /^--against must be a git ref, got "--upload-pack=touch here"\n$/],
    ["", /^--against must be a git ref, got ""\n$/],
    ["$(touch here)", /^--against: "\$\(touch here\)" is not a commit of this clone: fetch it first\n$/],
    ["nothing", /^--against: "nothing" is not a commit of this clone: fetch it first\n$/],
    ["main:openapi", /^--against: "main:openapi" is not a commit of this clone: fetch it first\n$/],
    ["main; touch here", /is not a commit/],
  ])("%j is refused", async (ref, errors) => {
    const repository = branched();
    const done = await repository.run(cats(), "check", "app", `--against=${ref}`);
    expect(done).toMatchObject({ code: 2, output: "" });
    expect(done.errors).toMatch(errors);
    expect(existsSync(join(repository.folder, "here"))).toBe(false);
  });

  it("a history of its own has no commit in common", async () => {
    const repository = branched();
    repository.git("switch", "--quiet", "--orphan", "apart");
    expect((await repository.against(cats())).errors).toBe("--against: HEAD has no commit yet\n");
    repository.commit("apart");
    expect(await repository.against(cats())).toEqual({
      code: 2,
      output: "",
      errors: '--against: HEAD and "main" have no common ancestor\n',
    });
  });

  it.each([
    ["1.json", "[]", /^[0-9a-f]{7}:1\.json must contain an OpenAPI document\n$/],
    ["2.json", "{", /^[0-9a-f]{7}:2\.json can't be read: .*JSON.*\n$/],
  ])("a frozen document that cannot be read is reported with its commit: %s holds %s", async (...row) => {
    const [name, text, message] = row;
    const repository = Repository.made();
    repository.write(`openapi/${name}`, text);
    repository.commit("odd");
    const { code, errors } = await repository.against(cats());
    expect(code).toBe(2);
    expect(errors).toMatch(message);
  });

  it("passes over files of other folders below, which freeze does not write", async () => {
    const repository = Repository.made();
    repository.write("openapi/old/1.json", "[]");
    repository.commit("old");
    expect(await repository.against(cats())).toMatchObject({ code: 0, errors: "" });
  });
});

describe("check --frozen", () => {
  const run = async (app: App, frozen: readonly string[], ...options: readonly string[]) => {
    const folder = mkdtempSync(join(root, "frozen-"));
    const world = { folder, load: () => Promise.resolve(app) };
    for (const version of frozen) await runCommand(["freeze", "app", version], world);
    return withEntriesApart(await runCommand(["check", "app", "--frozen", ...options], world));
  };

  it("fails on each version that has no frozen document", async () => {
    expect(await run(cats(), ["1"])).toEqual({
      code: 1,
      output:
        "version 1: no breaking change\nversion 2: not frozen, 1 fault of a frozen document\n" +
        "  version 2: has no frozen document; versioned-controllers freeze writes it\n",
      errors: "",
    });
    expect((await run(cats(), [])).code).toBe(1);
    expect((await run(cats(), ["1", "2"])).code).toBe(0);
  });

  it.each<[what: string, life: object, code: number]>([
    ["a preview needs none", { Preview: true }, 0],
    ["whatever is announced of its end", { Deprecated: "2001-01-01", Sunset: "2001-06-01" }, 1],
  ])("%s", async (_, life, code) => {
    expect((await run(cats(undefined, { Lifecycle: { "2": life } }), ["1"])).code).toBe(code);
  });

  it("passes over a version that no route answers", async () => {
    expect((await run(cats(undefined, { Versions: ["1", "2", "3"] }), ["1", "2", "3"])).code).toBe(0);
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: ["1", "2"] },
    });
    app.Get("/cats", () => [], Until("1"));
    expect((await run(app, ["1"])).code).toBe(0);
  });
});

describe("check --against with frozen conversions", () => {
  const file = "openapi/conversions/2.json";

  /** Cats whose `born` is `birthday` since version 2, in a repository where this is frozen on main. */
  function changedCats({
    description = "Birthdays.",
    prefix = "",
    name = "Cat1",
    isChanged = true,
  } = {}): App {
    const V = DefineVersions("1", "2");
    const member = (key: string, title: string): object => ({
      title,
      type: "object",
      properties: { [key]: { type: "string" } },
      required: [key],
      additionalProperties: false,
    });
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
      Logger: { warn: () => undefined, error: () => undefined },
    });
    const newest = member("birthday", "Cat2");
    const Cat = Versioned(newest).Before(V.Change("2", description), member("born", name), {
      Down: ({ birthday }: { readonly birthday: string }) => ({ born: prefix + birthday }),
    } as never);
    return app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, (isChanged ? Cat : newest) as never));
  }

  async function repositoryOf(app: App): Promise<Repository> {
    const repository = Repository.made();
    await repository.freeze(app, "1");
    repository.git("switch", "--quiet", "--create", "work");
    return repository;
  }

  it("passes where nothing, or only a description, has changed", async () => {
    const repository = await repositoryOf(changedCats());
    expect((await repository.against(changedCats())).code).toBe(0);
    expect((await repository.against(changedCats({ description: "Mended." }))).code).toBe(0);
  });

  it("converts the samples of the base, even if the branch has frozen others by --force", async () => {
    const repository = await repositoryOf(changedCats());
    const now = changedCats({ prefix: "on " });
    await repository.freeze(now, "1", "--force");
    expect((await repository.run(now, "check", "app")).code).toBe(0);
    const { code, output, entries } = await repository.against(now);
    expect(code).toBe(1);
    expect(output).toContain(
      'Cat1: Down of "Birthdays." gives another result: /born was "birthday", is "on birthday" (1 of 1 sample differs)',
    );
    expect(output).toMatch(
      /Cat1: the frozen conversion of "Birthdays\." was changed since [0-9a-f]{7}, the merge base with main/,
    );
    repository.write("openapi/accepted.json", JSON.stringify(entries));
    expect((await repository.against(now)).code).toBe(0);
  });

  it("fails on an entry or a sample that was deleted since", async () => {
    const repository = await repositoryOf(changedCats());
    const [entry] = JSON.parse(readFileSync(join(repository.folder, file), "utf8")) as readonly object[];
    repository.write(file, JSON.stringify([{ ...entry, down: [] }]));
    const { output, code } = await repository.against(changedCats());
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('the frozen conversion of "Birthdays." was changed'),
    ]);
    repository.write(file, "[]");
    const deleted = await repository.against(changedCats());
    expect(deleted.output).toContain('Cat1: the frozen conversion of "Birthdays." was deleted');
    rmSync(join(repository.folder, file));
    expect((await repository.against(changedCats())).code).toBe(1);
  });

  it("passes for a sample and an entry that were added, and checks them too", async () => {
    const repository = await repositoryOf(changedCats({ isChanged: false }));
    await repository.run(changedCats(), "freeze", "app", "1", "--force");
    const own = await repository.run(changedCats({ prefix: "on " }), "check", "app", "--against", "main");
    expect(own.output).toContain("gives another result");
  });

  it("finds a link that is gone, whose entry the branch has deleted", async () => {
    const repository = await repositoryOf(changedCats());
    repository.write(file, "[]");
    const { output } = await repository.against(changedCats({ name: "Kitten1" }));
    expect(output).toContain('Cat1: the conversion of "Birthdays." was removed');
    expect(output).toContain('Cat1: the frozen conversion of "Birthdays." was deleted');
  });

  it.each<[text: string, message: RegExp]>([
    ["{}", /the merge base with main: conversions\/2\.json: it must be a list of frozen conversions/],
    ["<<<<", /the merge base with main: conversions\/2\.json can't be read: .*it must be a list/],
  ])("names the commit of a file that contains %s", async (text, message) => {
    const repository = Repository.made();
    await repository.freeze(changedCats(), "1");
    repository.write(file, text);
    repository.commit("broken");
    repository.git("switch", "--quiet", "--create", "work");
    rmSync(join(repository.folder, file));
    const { code, errors } = await repository.against(changedCats());
    expect(code).toBe(2);
    expect(errors).toMatch(message);
  });
});
