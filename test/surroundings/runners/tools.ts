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
const withPeers: Variant = {
  name: "where the optional packages are installed",
  files: {},
  packages: ["ajv", "swagger-ui-express", "supertest"],
};

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
  { name: "esbuild, bundled", isBundler: true, variants: [withPeers] },
  { name: "rollup", isBundler: true, variants: [withPeers] },
  { name: "webpack", isBundler: true, variants: [withPeers] },
];
