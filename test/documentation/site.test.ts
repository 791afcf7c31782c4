import { runInNewContext } from "node:vm";
import { withDecoratorTabs } from "../../site/decorator-tabs";
import { docsMarkdown } from "../../site/docs-markdown";
import { publicLinks, repositoryOf } from "../../site/package-links";
import { siteLink } from "../../site/page-links";
import { publishedText } from "../../site/published-markdown";
import { filesOfSample, samplesIn } from "../../site/sample-files";
import { weightOfResult, wordsOf } from "../../site/search";
import { samplesGroup, sidebarOf } from "../../site/sidebar";
import { read, root } from "./markdown";

describe("the site's tabs", () => {
  const block = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;

  it("are the blocks between the comments, each by the line above it", () => {
    const page = `Before.\n\n<!-- tabs -->\n\nStandard decorators:\n\n${block("1")}\n\n\`experimentalDecorators\`:\n\n${block("2")}\n\n<!-- /tabs -->\n\nAfter.\n`;
    expect(withDecoratorTabs(page)).toBe(
      `Before.\n\n::: code-group\n\n\`\`\`json [Standard decorators]\n1\n\`\`\`\n\n\`\`\`json [experimentalDecorators]\n2\n\`\`\`\n\n:::\n\nAfter.\n`,
    );
  });

  it("leave a page without comments as it is", () => {
    const page = read("docs/start/second-version.md");
    expect(withDecoratorTabs(page)).toBe(page);
  });

  it.each(["docs/start/first-api.md", "docs/guides/running/compilers-and-runners.md"])(
    "hold both flavours: %s",
    (page) => {
      const tabs = [...withDecoratorTabs(read(page)).matchAll(/^```json \[(.+)\]$/gm)].map(
        ([, name]) => name,
      );
      expect(tabs).toEqual([
        expect.stringContaining("tandard decorators"),
        expect.stringContaining("experimentalDecorators"),
      ]);
    },
  );
});

it.each([
  ["../errors.md", "docs/guides/a.md", "/errors.md"],
  ["../home.md", "docs/guides/a.md", "/index.md"],
  ["../README.md", "docs/guides/a.md", "/pages.md"],
  ["../reference/README.md#names", "docs/guides/a.md", "/reference/index.md#names"],
  ["../llms.txt", "docs/guides/a.md", "/llms.txt"],
  ["#below", "docs/guides/a.md", "#below"],
  ["https://example.org", "docs/guides/a.md", "https://example.org"],
  ["../../samples/00-cats", "docs/guides/a.md", "/samples/00-cats.md"],
  ["../../samples/README.md", "docs/guides/a.md", "/samples/index.md"],
  ["../../docs/errors.md#gone", "samples/00-cats/README.md", "/errors.md#gone"],
  ["main.ts", "samples/00-cats/README.md", undefined],
  ["../README.md", "docs/security.md", "/index.md"],
  ["../CHANGELOG.md", "docs/security.md", undefined],
  ["architecture.md", "docs/security.md", undefined],
  ["decisions/README.md", "docs/breaking-changes.md", undefined],
])("the link %s of %s is %s on the site", (href, file, expected) => {
  expect(siteLink(href, file)).toBe(expected);
});

describe("a link to a file without a page", () => {
  it.each([
    [
      "is text where the repository has no address",
      "../CHANGELOG.md",
      undefined,
      "in the repository: CHANGELOG.md",
    ],
    [
      "leads to the repository where package.json has one",
      "../CHANGELOG.md",
      "https://github.com/a/b",
      "https://github.com/a/b/blob/HEAD/CHANGELOG.md",
    ],
    ["stays where there is no such file, and ends the build", "../NOTHING.md", undefined, "../NOTHING.md"],
  ])("%s", (_what, href, repository, expected) => {
    expect(linkOnSite(href, repository)).toBe(expected);
  });
});

/** The address, or the title of the text in its place, that a link of docs/security.md becomes. */
function linkOnSite(href: string, repository: string | undefined): string | undefined {
  const rules = new Map<string, (state: object) => void>();
  const ruler = {
    before: () => undefined,
    push: (name: string, rule: (state: object) => void) => rules.set(name, rule),
  };
  docsMarkdown({ core: { ruler } } as never, { root, repository });
  const attributes = new Map([["href", href]]);
  const link: { type: string; attrs?: [string, string][] } = { type: "link_open" };
  const token = Object.assign(link, {
    attrGet: (name: string) => attributes.get(name) ?? null,
    attrSet: (name: string, value: string) => attributes.set(name, value),
  });
  rules.get("page-links")?.({ tokens: [{ children: [token] }], env: { path: `${root}/docs/security.md` } });
  return link.attrs?.[0]?.[1] ?? attributes.get("href");
}

it.each([
  ["git+https://github.com/a/b.git", "https://github.com/a/b"],
  ["github:a/b", "https://github.com/a/b"],
  ["a/b", "https://github.com/a/b"],
  ["https://example.org/a/b", "https://example.org/a/b"],
])("the repository %s is %s in a browser", (repository, expected) => {
  expect(repositoryOf({ repository })).toBe(expected);
  expect(repositoryOf({ repository: { url: repository } })).toBe(expected);
});

it("the menu has the repository and the package only where package.json has them", () => {
  expect(publicLinks({})).toEqual([]);
  expect(publicLinks({ repository: "a/b", homepage: "https://example.org/p" })).toEqual([
    { text: "Repository", link: "https://github.com/a/b" },
    { text: "Package", link: "https://example.org/p" },
  ]);
});

it("a sample is a page with its files, main.ts first and requests.http after it", () => {
  const titles = [...filesOfSample(`${root}/samples/14-testing`).matchAll(/^## (.*)$/gm)].map(
    ([, name]) => name,
  );
  expect(titles[0]).toBe("main.ts");
  expect(titles).toEqual(expect.arrayContaining(["requests.http"]));
  expect(samplesGroup(samplesIn(root)).items.slice(0, 2)).toEqual([
    { text: "All samples", link: "/samples/" },
    { text: "00-cats", link: "/samples/00-cats.html" },
  ]);
});

describe("the Markdown that the site publishes", () => {
  it.each([
    ["docs/home.md", "](samples/README.md)"],
    ["docs/llms.txt", "](samples/25-own-error-form.md)"],
    ["docs/guides/requests/authentication.md", "](../../samples/26-jwt.md)"],
    ["docs/guides/requests/authentication.md", "](../documents/openapi.md)"],
    ["docs/security.md", "](../SECURITY.md"],
    ["samples/README.md", "](25-own-error-form.md)"],
    ["samples/20-date-versions/README.md", "](05-dates.md)"],
    ["samples/37-from-nest/README.md", "| in nest/ "],
  ])("leads from %s by %s", (file, link) => {
    expect(publishedText(root, file)).toContain(link);
  });

  it("has the files of a sample below its README.md", () => {
    const text = publishedText(root, "samples/25-own-error-form/README.md");
    expect(text.startsWith("# Errors in a form of one's own\n")).toBe(true);
    expect(text).toContain(read("samples/25-own-error-form/main.ts").trimEnd());
  });

  it("keeps code that looks like a link", () => {
    const blocks = (text: string): readonly string[] => text.match(/^```ts\n[\s\S]*?^```$/gm) ?? [];
    const page = "docs/guides/changes/moved-field.md";
    expect(blocks(publishedText(root, page))).toEqual(blocks(read(page)));
  });
});

describe("the search", () => {
  it("weighs guides more than the reference, and ids of problems least", () => {
    const weights = [
      "/guides/versions/deprecation.html#brownouts",
      "/reference/lifecycle.html#brownouts",
      "/problems.html#brownouts-overlap",
    ].map((id) => weightOfResult(id, "brownouts", { titles: ["Page"] }));
    expect(weights).toEqual(weights.toSorted((one, other) => other - one));
    expect(new Set(weights).size).toBe(3);
  });

  it("weighs an id most where it is the word searched for, and the beginning of a page more than its sections", () => {
    const [id = ""] = wordsOf("brownouts-overlap").slice(-1);
    expect(weightOfResult("/problems.html#brownouts-overlap", id, { titles: ["Page"] })).toBeGreaterThan(3);
    expect(weightOfResult("/errors.html#errors", "errors", { titles: [] })).toBeGreaterThan(
      weightOfResult("/errors.html#gone", "errors", { titles: ["Errors"] }),
    );
  });

  it("knows words, and ids as wholes", () => {
    expect(wordsOf("See schema-invalid.")).toEqual(["See", "schema", "invalid", "", "#schema-invalid"]);
  });

  it("runs in the browser: its functions use nothing outside of themselves", () => {
    for (const one of [wordsOf, weightOfResult]) {
      expect(runInNewContext(`(${one.toString()})("/errors.html", "gone")`)).toBeDefined();
    }
  });
});

it("the sidebar has the groups of the index, and opens the first", () => {
  const index =
    "# Docs\n\n## Start\n\n- [One](start/one.md): first\n\n## Reference\n\n- [All](reference/README.md)\n  - [App](reference/app.md)\n";
  expect(sidebarOf(index)).toEqual([
    { text: "Start", collapsed: false, items: [{ text: "One", link: "/start/one.html" }] },
    {
      text: "Reference",
      collapsed: true,
      items: [
        { text: "All", link: "/reference/" },
        { text: "App", link: "/reference/app.html" },
      ],
    },
  ]);
});
