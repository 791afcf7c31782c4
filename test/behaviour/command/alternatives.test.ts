import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  JSONSchemaOf,
  VersioningHeader,
  WithBody,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";

const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-alternatives-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Schema = Readonly<Record<string, unknown>>;

/** How a union names its two alternatives, and the steps of their places in subjects. */
interface Naming {
  readonly how: string;
  readonly union: (card: Schema, debit: Schema) => Schema;
  readonly card: string;
  readonly debit: string;
}

const tagged = (type: string, { properties, ...schema }: Schema): Schema => ({
  ...schema,
  properties: { ...(properties as Schema), type: { const: type } },
});

const namings: readonly Naming[] = [
  {
    how: "components",
    union: (card, debit) => ({
      oneOf: [
        { ...card, title: "Card" },
        { ...debit, title: "Debit" },
      ],
    }),
    card: "Card",
    debit: "Debit",
  },
  {
    how: "constants",
    union: (card, debit) => ({ anyOf: [tagged("card", card), tagged("debit", debit)] }),
    card: "card",
    debit: "debit",
  },
  {
    how: "their numbers",
    union: (card, debit) => ({ anyOf: [{ type: "null" }, card, debit] }),
    card: "1",
    debit: "2",
  },
];

const holder = (more: Schema = {}): Schema => ({
  type: "object",
  properties: { holderName: { type: "string", ...more }, number: { type: "string" } },
  required: ["number"],
});

interface AlternativeChange {
  readonly kind: string;
  readonly place: "request body" | "response 200";
  readonly was: Schema;
  readonly is: Schema;
  /** The keyword with which the subject ends. */
  readonly keyword?: string;
}

/** Changes of one alternative. Each breaks clients at its place. */
const changes: readonly AlternativeChange[] = [
  {
    kind: "property-became-required",
    place: "request body",
    was: holder(),
    is: { ...holder(), required: ["number", "holderName"] },
  },
  {
    kind: "property-removed",
    place: "response 200",
    was: holder(),
    is: { ...holder(), properties: { number: { type: "string" } } },
  },
  {
    kind: "limit-added",
    place: "request body",
    was: holder(),
    is: holder({ maxLength: 20 }),
    keyword: "maxLength",
  },
  {
    kind: "values-added",
    place: "response 200",
    was: holder({ enum: ["a"] }),
    is: holder({ enum: ["a", "b"] }),
  },
];

/** In the second alternative, the properties have other names: so nothing but the change is the same in both. */
const debitOf = (schema: Schema): Schema => ({
  ...schema,
  properties: { ...(schema.properties as Schema), iban: { type: "integer" } },
  required: [...(schema.required as readonly string[]), "iban"],
});

function appOf(place: AlternativeChange["place"], paymentMethod: Schema): App {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: ["1"] },
    Logger: { warn: () => undefined, error: () => undefined },
  });
  const body = JSONSchemaOf<unknown>({ type: "object", properties: { paymentMethod } });
  const option = place === "request body" ? WithBody(body) : WithResponse(200, body);
  app.Post("/payments", () => ({}), WithVersion("1"), option);
  return app;
}

const run = (app: App, ...args: readonly string[]) =>
  runCommand([args[0] ?? "", "app", ...args.slice(1)], { folder, load: () => Promise.resolve(app) });

interface Change {
  readonly breaking: boolean;
  readonly kind: string;
  readonly subject: string;
  readonly what: string;
  readonly accepted?: string;
}

const breakingIn = (json: string): readonly Change[] => {
  const { versions } = JSON.parse(json) as { versions: { changes: Change[] }[] };
  return versions.flatMap(({ changes }) => changes).filter(({ breaking }) => breaking);
};

const rows = namings.flatMap((naming) => changes.map((change) => ({ ...naming, ...change })));

describe.each(rows)("alternatives named by $how, one of which has $kind", (row) => {
  const { union, was, is, kind, place, card, debit, keyword } = row;
  const end = keyword === undefined ? "" : `/${keyword}`;
  const dir = `${row.how}-${kind}`.replaceAll(/\W/g, "-");
  const before = appOf(place, union(was, debitOf(was)));
  const withCard = appOf(place, union(is, debitOf(was)));
  const withBoth = appOf(place, union(is, debitOf(is)));
  const subjectOf = (alternative: string): string =>
    `${place} /paymentMethod/${alternative}/holderName${end}`;

  it("are reported and accepted one by one", async () => {
    await run(before, "freeze", "1", "--dir", dir);
    const { output, errors, code } = await run(withCard, "check", "--dir", dir);
    expect({ code, errors }).toMatchObject({ code: 1 });
    const { output: json } = await run(withCard, "check", "--dir", dir, "--json");
    expect(breakingIn(json)).toMatchObject([{ kind, subject: subjectOf(card) }]);
    expect(output).toContain(`"paymentMethod.${card}.holderName"`);

    writeFileSync(join(folder, dir, "accepted.json"), errors.slice(errors.indexOf("\n")));
    expect(await run(withCard, "check", "--dir", dir)).toMatchObject({ code: 0, errors: "" });

    expect((await run(withBoth, "check", "--dir", dir)).code).toBe(1);
    const changed = breakingIn((await run(withBoth, "check", "--dir", dir, "--json")).output);
    expect(changed.map(({ subject, accepted }) => [subject, accepted])).toEqual([
      [subjectOf(card), "..."],
      [subjectOf(debit), undefined],
    ]);
  });

  it("are not accepted by an entry of an earlier release, which does not name them", async () => {
    const folderOf = `${dir}-earlier`;
    await run(before, "freeze", "1", "--dir", folderOf);
    const subject = `${place} /paymentMethod/holderName`;
    const entry = { version: "1", kind, where: "POST /payments", subject, reason: "agreed" };
    writeFileSync(join(folder, folderOf, "accepted.json"), JSON.stringify([entry]));
    const { code, output } = await run(withCard, "check", "--dir", folderOf);
    expect(code).toBe(1);
    expect(output.split("\n").filter((line) => line.startsWith("accepted.json"))).toEqual([
      `accepted.json: POST /payments: ${kind} at ${subject} of version 1 does not name the alternative, so it accepts nothing: write the subject "${subjectOf(card)}"`,
    ]);
  });
});
