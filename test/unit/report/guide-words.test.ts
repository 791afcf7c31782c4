import type { Guide, SampleSides } from "../../../src/report/guide";
import { guideMarkdown } from "../../../src/report/guide-markdown";
import { guidePage } from "../../../src/report/guide-page";

const guide: Guide = {
  title: "Cats",
  from: "1",
  to: "2",
  naming: [],
  isAssumed: false,
  lives: [{ version: "1", text: "", link: "javascript:alert(1)" }],
  changes: [
    {
      version: "2",
      description: "Names are short.",
      routes: [{ was: "POST /cats", is: "POST /cats" }],
      isBehaviour: false,
      samples: [
        {
          way: "request",
          places: ["POST /cats, body"],
          sides: { before: { name: "Tom" }, after: { name: "Tom" } },
          lossy: "spaces are `one`",
          stricter: "a name has at most <20> letters",
        },
      ],
    },
  ],
  came: [],
  ended: [],
  moved: [],
  replaced: [],
  statuses: [],
};

it("both forms have the words of the step", () => {
  expect(guideMarkdown(guide)).toContain(
    "Some values are not restored: spaces are `one`\n\nSome requests are now rejected: a name has at most <20> letters\n",
  );
  const page = guidePage(guide);
  expect(page).toContain("Some values are not restored: spaces are <code>one</code>");
  expect(page).toContain("Some requests are now rejected: a name has at most &#60;20&#62; letters");
});

it("an address that is none of the web's is no link", () => {
  expect(guidePage(guide)).not.toContain('href="javascript:');
});

it("a path may hold a backtick", () => {
  const [change] = guide.changes;
  const routes = [{ was: "GET /a`b", is: "GET /a`b" }];
  expect(guideMarkdown({ ...guide, changes: change ? [{ ...change, routes }] : [] })).toContain(
    "`` GET /a`b ``",
  );
});

describe("the page tells", () => {
  const [change] = guide.changes;
  const [sample] = change?.samples ?? [];
  const showing = (sides: SampleSides): string =>
    guidePage({
      ...guide,
      changes: change && sample ? [{ ...change, samples: [{ ...sample, sides }] }] : [],
    });

  it("each way to name the version", () => {
    const naming = [
      { was: "X-Version: 1", is: "X-Version: 2" },
      { was: "a function", is: "a function" },
    ];
    expect(guidePage({ ...guide, naming })).toContain(
      "<p>Requests name version 2: <code>X-Version: 2</code> instead of <code>X-Version: 1</code>, or <code>a function</code></p>",
    );
    expect(guideMarkdown({ ...guide, naming })).toContain(
      "Requests name version 2: `X-Version: 2` instead of `X-Version: 1`, or `a function`\n",
    );
  });

  it("why there is no example", () => {
    expect(showing({ failure: "the schema takes <none>" })).toContain(
      '<p class="note">No example: the schema takes &#60;none&#62;.</p>',
    );
  });

  it("that there was nothing", () => {
    expect(showing({ before: undefined, after: { why: "" } })).toContain('<p class="soft">Nothing.</p>');
  });
});
