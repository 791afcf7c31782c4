import {
  App,
  DefineVersions,
  Described,
  Before,
  FirstOf,
  FromCookie,
  FromQuery,
  Get,
  Rename,
  Summary,
  Versioned,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithBody,
  WithResponse,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import { runCommand } from "../../../src/tools/cli/run";

const V = DefineVersions("1", "2");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Moved = V.Change("2", "Toys are things.");
const Cat = Versioned(z.object({ birthday: z.string() }).meta({ examples: [{ birthday: "2020" }] })).Before(
  Born,
  z.object({ born: z.string() }).meta({ examples: [{ born: "2020" }] }),
  Rename("born", "birthday"),
);
const header: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List };

function appOf(Versioning: VersioningOptions, Title = "Cats & Dogs"): App {
  const Logger = { warn: () => undefined, error: () => undefined };
  return new App({ Title, Versioning, Logger })
    .Post("/cats", (req) => req.body, V.Since("1"), WithBody(Cat), WithResponse(200, Cat))
    .Get("/cats/{id}/things", () => 1, V.Since("1"), Before(Moved, Get("/cats/{id}/toys")))
    .Get("/old/{id}", () => 1, V.Until("1"), Summary("What was"));
}

const run = (app: App, ...args: readonly string[]) =>
  runCommand(["guide", "app", "1", "2", ...args], { folder: __dirname, load: () => Promise.resolve(app) });

it("is Markdown with front matter: a step for each route, the version last, and where to stop", async () => {
  const { code, output } = await run(appOf(header), "--skill");
  expect(code).toBe(0);
  expect(output).toBe(`---
name: cats-dogs-1-to-2
description: "Move code that calls Cats & Dogs from version 1 to version 2 of this API."
---

# Cats & Dogs: from version 1 to 2

## What changes

- A cat's \`born\` is \`birthday\`. (version 2)
- Toys are things. (version 2)

## Step 1: \`POST /cats\`

Search the code for \`/cats\`.

A cat's \`born\` is \`birthday\`.

- **Breaking:** request body: property "born" was removed
- **Breaking:** request body: property "birthday" was added, and is required
- **Breaking:** response 200: property "born" was removed
- response 200: property "birthday" was added, and is required

You sent:

\`\`\`json
{
  "born": "2020"
}
\`\`\`

You send:

\`\`\`json
{
  "birthday": "2020"
}
\`\`\`

You got:

\`\`\`json
{
  "born": "2020"
}
\`\`\`

You get:

\`\`\`json
{
  "birthday": "2020"
}
\`\`\`

## Step 2: \`GET /cats/{id}/toys\` is now \`GET /cats/{id}/things\`

Search the code for \`/cats/\`.

Toys are things.

## Step 3: Name version 2

Search the code for \`X-API-Version\`.

Requests name version 2: \`X-API-Version: 2\` instead of \`X-API-Version: 1\`

## Where to stop and ask

Search the code for \`/old/\`. \`GET /old/{id}\` (What was) has ended, and no other route has taken its place. If the code calls it, stop, and ask what should replace the call.

Routes that are not named here are the same in both versions.
`);
});

it.each<[how: string, versioning: VersioningOptions, texts: readonly string[]]>([
  ["the path", { Type: VersioningURI, Versions: V.List }, ["/v1/"]],
  ["Accept", { Type: VersioningMediaType, Key: "v", Versions: V.List }, ["v=1"]],
  [
    "several places",
    { Type: VersioningCustom, Extractor: FirstOf(FromQuery("v"), FromCookie("version")), Versions: V.List },
    ["v=1", "version=1"],
  ],
  [
    "nothing that is known",
    { Type: VersioningCustom, Extractor: Described(() => "2", {}), Versions: V.List },
    [],
  ],
])("the text to search for names the version: by %s", async (_how, versioning, texts) => {
  const { output } = await run(appOf(versioning), "--skill");
  const [, ...steps] = output.split(/^## Step \d+: Name version 2$/m);
  expect(steps.map((step) => /Search the code for `([^`]+)`/.exec(step)?.[1])).toEqual(texts);
});

it.each([
  ["Cats", "cats-1-to-2"],
  ["The  API: of Cats!", "the-api-of-cats-1-to-2"],
  ["猫", "api-1-to-2"],
  ["x".repeat(80), `${"x".repeat(57)}-1-to-2`],
])("the name of %s is in kebab case, and has at most 64 characters", async (title, name) => {
  const { output } = await run(appOf(header, title), "--skill");
  expect(output.split("\n")[1]).toBe(`name: ${name}`);
  expect(name.length).toBeLessThanOrEqual(64);
});

it("has a step for the body of errors, and no place to stop where no route has ended", async () => {
  const Told = V.Change("2", "An error's `text` is `message`.");
  const Failure = Versioned(z.object({ message: z.string() })).Before(
    Told,
    z.object({ text: z.string() }),
    Rename("text", "message"),
  );
  const app = new App({
    Versioning: header,
    Errors: { Schema: Failure, Body: ({ code }) => ({ message: code }) },
    Logger: { warn: () => undefined, error: () => undefined },
  }).Get("/cats", () => [], V.Since("1"));
  const { output } = await run(app, "--skill");
  expect(output.split("\n").filter((line) => /^(## Step|Search|## Where)/.test(line))).toEqual([
    "## Step 1: Errors",
    'Search the code for `"text"`.',
    "## Step 2: Name version 2",
    "Search the code for `X-API-Version`.",
  ]);
});

it("cannot be combined with --html", async () => {
  expect(await run(appOf(header), "--skill", "--html")).toEqual({
    code: 2,
    output: "",
    errors: "--html and --skill cannot be combined: choose one output\n",
  });
});
