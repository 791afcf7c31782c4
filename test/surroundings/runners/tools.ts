/** Something that compiles, runs or bundles the page's program. */
export interface Tool {
  /** As the page's table has it. */
  readonly name: string;
  /** The page's section; default: the name. */
  readonly section?: string;
  readonly isBundler?: boolean;
  /** Other versions of what the section installs. */
  readonly packages?: Readonly<Record<string, string>>;
  /** The line that imports `test`, instead of the page's. */
  readonly testFrom?: string;
  readonly variants?: readonly Variant[];
}

/** The same, with files changed and packages added. */
export interface Variant {
  readonly name: string;
  readonly files: Readonly<Record<string, (text: string) => string>>;
  readonly packages?: readonly string[];
  readonly command?: (text: string) => string;
  /** A line that the last command prints beside those of the page. */
  readonly prints?: string;
  /** The words that are printed where it does not work, as the page tells. */
  readonly fails?: RegExp;
}

const legacy: Variant = {
  name: "experimentalDecorators",
  files: {
    "tsconfig.json": (text) => text.replace(`"strict"`, `"experimentalDecorators": true, "strict"`),
  },
};

const targetOfNow: Variant = {
  name: "with a target of esnext, as the page warns",
  files: { "tsconfig.json": (text) => text.replace(`"es2022"`, `"esnext"`) },
  fails: /SyntaxError: Invalid or unexpected token/,
};

const inVitest = `import { test } from "vitest";\n`;

/** The optional packages: a bundler's first run has none of them. */
export const optionalPackages = ["ajv", "supertest", "swagger-ui-express"];

const withPeers: Variant = {
  name: "where the optional packages are installed",
  files: {},
  packages: optionalPackages,
};

/** The page's program with plain JSON Schema, and with a documentation page whose files have to be found. */
function usingThem(text: string): string {
  return text
    .replace(/^/, `import { Docs } from "versioned-controllers/docs";\n`)
    .replace("{ App, ", "{ App, WithQuery, ")
    .replace(
      `@Get("/", WithVersion("1"))`,
      `@Get("/", WithVersion("1"), WithQuery({ type: "object", properties: { page: { type: "integer" } } }))`,
    )
    .replace("express().use(", `express().use("/docs", Docs(app)).use(`)
    .replace(
      "  server.close();",
      `  const headers = { "X-Version": "1" };
  const invalid = await fetch(\`http://localhost:\${port}/cats?page=x\`, { headers });
  const style = await fetch(\`http://localhost:\${port}/docs/swagger-ui.css\`);
  console.log(invalid.status, style.status);
  server.close();`,
    );
}

/** Where the documentation page is left outside of the bundle, in the bundler's own words. */
function withPage(outside: Pick<Variant, "files" | "command">): Variant {
  return {
    ...outside,
    name: "a program that uses them",
    packages: optionalPackages,
    files: { "main.ts": usingThem, ...outside.files },
    prints: "400 200",
  };
}

/** Everything that the page says it was tried with, in the order of its table; then the bundlers. */
export const tools: readonly Tool[] = [
  ...["5.9", "6", "7"].map((version) => ({
    name: `tsc ${version}`,
    section: "tsc",
    packages: { typescript: `typescript@${version}` },
    // The words of tsc are up to its version; those of Node on the output are not.
    variants: version === "7" ? [legacy, targetOfNow] : [legacy],
  })),
  { name: "tsx", variants: [legacy] },
  { name: "ts-node", variants: [legacy] },
  {
    name: "swc",
    variants: [
      ["2023-11", `"transform": { "decoratorVersion": "2023-11" }`],
      ["no decoratorVersion", `"transform": {}`],
      ["experimentalDecorators", `"transform": { "legacyDecorator": true }`],
    ].map(([name = "", transform = ""]) => ({
      name,
      files: { ".swcrc": (text) => text.replace(/"transform": \{.*\}/, transform) },
    })),
  },
  {
    name: "esbuild",
    variants: [
      legacy,
      {
        name: "without a target, as the page warns",
        files: {},
        command: (text) => text.replace(" --target=es2022", ""),
        fails: /SyntaxError: Invalid or unexpected token/,
      },
    ],
  },
  { name: "vitest 3", testFrom: inVitest, variants: [legacy] },
  {
    name: "vitest 4",
    testFrom: inVitest,
    variants: [
      { ...legacy, files: { ...legacy.files, "vitest.config.mts": () => "export default {};" } },
      {
        name: "without these lines, as the page warns",
        files: { "vitest.config.mts": () => "export default {};" },
        fails: /SyntaxError: Invalid or unexpected token/,
      },
    ],
  },
  { name: "jest", testFrom: `import { test } from "@jest/globals";\n`, variants: [legacy] },
  { name: "node --test", variants: [legacy] },
  { name: "Bun", testFrom: `import { test } from "bun:test";\n`, variants: [legacy] },
  {
    name: "Deno",
    variants: [
      {
        name: "experimentalDecorators",
        files: { "deno.json": (text) => text.replace("false", "true") },
      },
    ],
  },
  {
    name: "esbuild, bundled",
    isBundler: true,
    variants: [
      withPeers,
      withPage({
        files: {},
        command: (text) => text.replace(" --outfile", " --external:swagger-ui-express --outfile"),
      }),
    ],
  },
  {
    name: "rollup",
    isBundler: true,
    variants: [
      withPeers,
      withPage({
        files: {
          "rollup.config.mjs": (text) =>
            text.replace("  output:", `  external: ["swagger-ui-express"],\n  output:`),
        },
      }),
    ],
  },
  {
    name: "webpack",
    isBundler: true,
    variants: [
      withPeers,
      withPage({
        files: {
          "webpack.config.js": (text) =>
            text.replace(
              "  output:",
              `  externals: { "swagger-ui-express": "commonjs swagger-ui-express" },\n  output:`,
            ),
        },
      }),
    ],
  },
];
