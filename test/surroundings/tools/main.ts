import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/samples/sample";
import { installByLock } from "../../support/install";
import { createTally } from "../../support/tally";
import { generators } from "./client-cases";
import { assertShown, assertTold, compile, generate, whileServed } from "./clients";
import { bookshop, bookshopCalls } from "./bookshop";
import { fortyCalls } from "./calls";
import { fortyOperations } from "./forty-operations";
import { assertJudgedClean } from "./judged-calls";
import { assertNoLintErrors, assertNoSpectralErrors, saveDocuments } from "./lint";
import { assertMoved } from "./moved";
import { schemes } from "./schemes";
import { assertVerified } from "./signatures";
import { assertVersioned } from "./versioned";

const DOCUMENTS = join(__dirname, ".generated/documents");

/** Other people's tools take the documents as they are: redocly as a linter, prism as a validating proxy, and four generators of clients. */
async function main(): Promise<void> {
  installByLock(__dirname);
  const tally = createTally();
  for (const scheme of schemes) {
    await tally.check(`prism judges forty operations clean: ${scheme.name}`, () =>
      assertJudgedClean(fortyOperations(scheme.options), scheme, fortyCalls()),
    );
    await tally.check(`prism judges the bookshop clean: ${scheme.name}`, async () => {
      const { app, close } = await bookshop(scheme.options);
      try {
        await assertJudgedClean(app, scheme, bookshopCalls());
      } finally {
        await close();
      }
    });
  }
  await tally.check("the samples give their documents", () => saveDocuments(DOCUMENTS));
  await tally.check("redocly's recommended rules find no error in them", () => {
    assertNoLintErrors(DOCUMENTS);
  });
  await tally.check("Spectral's rules find no error in them", () => {
    assertNoSpectralErrors(DOCUMENTS);
  });
  await tally.check(
    "standardwebhooks verifies what sample 34-outbox signs, and nothing else",
    assertVerified,
  );
  await tally.check("docs/guides/documents/generated-clients.md shows their lines", () => {
    assertShown(readFileSync(join(ROOT, "docs/guides/documents/generated-clients.md"), "utf8"));
  });
  await whileServed(async (clients) => {
    for (const { name } of generators) {
      await tally.check(`${name} makes its clients`, () => generate(name, clients));
    }
    await tally.check("they compile under strict TypeScript", compile);
    await tally.check("each gets its version over HTTP", () => assertTold(clients));
  });
  await tally.check("hey-api's client of Conduit is moved to version 2 by the guide", assertMoved);
  await tally.check(
    "VersionedFetch as the fetch of openapi-fetch and hey-api: Conduit's end of version 1, and a roll",
    assertVersioned,
  );
  tally.finish();
}

void main();
