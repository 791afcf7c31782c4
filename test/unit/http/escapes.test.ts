import fc from "fast-check";
import { decodedOrSame } from "../../../src/http/form";
import { runs } from "../../support/runs";

it.each<readonly [text: string, decoded: string]>([
  ["", ""],
  ["Tom", "Tom"],
  ["a%20b", "a b"],
  ["%C3%A9%e2%82%ac%F0%9F%98%80", "é€😀"],
  ["%", "%"],
  ["%2", "%2"],
  ["%zz", "%zz"],
  ["%41%zz", "%41%zz"],
  ["%C3", "%C3"],
  ["%C3a", "%C3a"],
  ["%80", "%80"],
  ["%C0%80", "%C0%80"],
  ["%ED%A0%80", "%ED%A0%80"],
  ["%F4%90%80%80", "%F4%90%80%80"],
  ["%FF", "%FF"],
])("%j is %j", (text, decoded) => {
  expect(decodedOrSame(text)).toBe(decoded);
});

const hex = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
const character = fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).map((text) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return "%";
  }
});
const pieces = fc.array(fc.oneof(hex, character, fc.constantFrom("%", "a", "F", "%E2%82", "é")));

it("decodes what decodeURIComponent does, and leaves as it is what that throws at", () => {
  fc.assert(
    fc.property(pieces, (list) => {
      const text = list.join("");
      expect(decodedOrSame(text)).toBe(expectedOf(text));
    }),
    runs(),
  );
});

it("every lead byte with every second byte is what decodeURIComponent makes of it", () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, "0")}`);
  const texts = bytes.flatMap((lead) =>
    bytes.flatMap((second) => ["", "%80", "%BF%80"].map((tail) => lead + second + tail)),
  );
  expect(texts.filter((text) => decodedOrSame(text) !== expectedOf(text))).toEqual([]);
});

function expectedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
