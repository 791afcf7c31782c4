import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const root = join(import.meta.dirname, "..");

/*
 * ESLint's cache knows a file by its text and its configuration, while rules with types also depend on what the file imports.
 * So the configuration holds a hash of all that can be imported: after a change of src/ everything is linted again, after one of a
 * test only the test, which nothing imports.
 */
const compilerFiles = [
  "tsconfig.json",
  "tools/tsconfig.legacy.json",
  "package-lock.json",
  "samples/package-lock.json",
  "test/surroundings/package-lock.json",
  "tools/package-lock.json",
];
const ownFiles = typescriptFiles("src");
const sharedFiles = ["bench", "samples", "site", "test", "tools"]
  .flatMap(typescriptFiles)
  .filter((file) => !isTest(file));

function typescriptFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ["node_modules", ".vitepress"].includes(entry.name) ? [] : typescriptFiles(path);
    return /\.[cm]?ts$/.test(path) ? [path] : [];
  });
}

function isTest(file) {
  return file.endsWith(".test.ts");
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

export default defineConfig(
  globalIgnores([
    "dist/",
    "coverage/",
    ".stryker/",
    "test/.documents/",
    "test/documentation/.blocks/",
    // These files do not compile, so that their types are unknown.
    "test/types/messages/",
    // Written by tools/interface.ts.
    "docs/reference/interface/",
    // These programs import what is generated, so that types are unknown here.
    "test/surroundings/clients/program/",
    "test/surroundings/tools/moved/",
    "test/surroundings/tools/versioned/",
    "test/surroundings/clients/.generated/",
    "test/surroundings/tools/.generated/",
    // VitePress is installed beside its own lock by `npm run docs` alone, so that types are unknown here.
    "site/.vitepress/",
    // NestJS is installed beside its own lock by `npm run test:nest` alone, so that types are unknown here.
    "samples/37-from-nest/nest/",
    "test/surroundings/nest/.built/",
  ]),
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["tsconfig.json", "tools/tsconfig.legacy.json"],
        tsconfigRootDir: root,
      },
    },
    settings: { imports: hashOf([...compilerFiles, ...ownFiles, ...sharedFiles]) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/prefer-readonly": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // A status or a count in a message is plain text: `${404}`.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Decorators of both flavours are typed by overloads and type parameters that these would fold away.
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/unified-signatures": "off",
      // An empty name is as good as none.
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { string: true } }],
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-console": "error",
      "object-shorthand": "error",
    },
  },
  {
    // It imports nothing of the other folders.
    files: ["src/**/*.ts"],
    settings: { imports: hashOf([...compilerFiles, ...ownFiles]) },
    rules: {
      // The rules of tools/dependency-cruiser.cjs take an import with an inline type for one of types alone.
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "ImportDeclaration[source.value=/^(node:|express$)/] > ImportSpecifier[importKind='type']",
          message: "Import the types in a line of their own: import type { ... }.",
        },
      ],
    },
  },
  {
    // These programs write to a terminal.
    files: ["bench/**", "samples/**", "tools/**", "test/support/**", "test/surroundings/**"],
    rules: { "no-console": "off" },
  },
  {
    // Controllers in tests answer as promises because users' do, and methods named in assertions are never called.
    files: ["bench/**", "samples/**", "test/**"],
    rules: {
      "@typescript-eslint/explicit-module-boundary-types": "off",
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-extraneous-class": "off",
    },
  },
  {
    // The name of each case there says why it must not compile.
    files: ["test/types/**"],
    rules: { "@typescript-eslint/ban-ts-comment": "off" },
  },
);
