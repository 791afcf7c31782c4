import { withDecoratorTabs } from "../../site/decorator-tabs";
import { siteLink } from "../../site/page-links";
import { sidebarOf } from "../../site/sidebar";
import { read } from "./markdown";

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
  ["../errors.md", "guides/a.md", "../errors.md"],
  ["../README.md", "guides/a.md", "../index.md"],
  ["../reference/README.md#names", "guides/a.md", "../reference/index.md#names"],
  ["#below", "guides/a.md", "#below"],
  ["https://example.org", "guides/a.md", "https://example.org"],
  ["../../samples/00-cats", "guides/a.md", undefined],
  ["../README.md", "security.md", undefined],
])("the link %s of %s is %s on the site", (href, page, expected) => {
  expect(siteLink(href, page)).toBe(expected);
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
