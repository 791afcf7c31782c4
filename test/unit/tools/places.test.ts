import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { noteStack, stackOf } from "../../../src/core/model/declaration-stacks";
import { notePlaces, placeOf } from "../../../src/tools/retire/places";

notePlaces();

const own = join(__dirname, "../../../src/core/declare/recorder.ts");

/** A declaration with a stack of these places, such as `/app/cats.ts:3:1`. */
function declaredAt(...places: readonly string[]): object {
  const declaration = noteStack({});
  const stack = stackOf(declaration);
  if (stack) stack.stack = ["Error", ...places.map((place) => `    at ${place}`)].join("\n");
  return declaration;
}

it.each<[what: string, places: readonly string[], found: object | undefined]>([
  [
    "the innermost outside of the package",
    [`f (${own}:1:1)`, "/app/cats.ts:3:1"],
    { file: "/app/cats.ts", line: 3 },
  ],
  [
    "a URL",
    [`${own}:1:1`, `run (${pathToFileURL("/app/my cats.ts").href}:7:2)`],
    { file: "/app/my cats.ts", line: 7 },
  ],
  ["unknown, if all are the package's own", [`${own}:1:1`], undefined],
  [
    "unknown, if the package has no folder of its own",
    ["/nowhere/bundle.js:1:1", "/app/cats.ts:3:1"],
    undefined,
  ],
  ["unknown, if the stack has no file", ["new Promise (<anonymous>)"], undefined],
])("the place of a declaration is %s", (_what, places, found) => {
  expect(placeOf(declaredAt(...places))).toEqual(found);
});

it("a declaration without a stack has no place", () => {
  expect(placeOf({})).toBeUndefined();
});
