import type { Guide } from "../../../src/report/guide";
import { guideMarkdown } from "../../../src/report/guide-markdown";
import { guidePage } from "../../../src/report/guide-page";

const guide: Guide = {
  title: "Cats",
  from: "1",
  to: "2",
  naming: [],
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
