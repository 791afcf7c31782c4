import { join } from "node:path";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores([
    "dist/",
    "coverage/",
    ".stryker/",
    "test/.documents/",
    "test/documentation/.blocks/",
    // Written by tools/interface.ts.
    "docs/reference/interface/",
    // These programs import what is generated, so that types are unknown here.
    "test/surroundings/clients/program/",
    "test/surroundings/clients/.generated/",
    "test/surroundings/tools/.generated/",
  ]),
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["tsconfig.json", "tools/tsconfig.legacy.json"],
        tsconfigRootDir: join(import.meta.dirname, ".."),
      },
    },
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
