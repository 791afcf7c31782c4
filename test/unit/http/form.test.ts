import { fieldsOfForm } from "../../../src/http/form";

it.each<readonly [text: string, fields: object]>([
  ["", {}],
  ["name=Tom", { name: "Tom" }],
  ["name=T+o%26m&age=3", { name: "T o&m", age: "3" }],
  ["a=1&a=2&a=3", { a: ["1", "2", "3"] }],
  ["a", { a: "" }],
  ["a=", { a: "" }],
  ["a=b=c", { a: "b=c" }],
  ["&&a=1&", { a: "1" }],
  ["=1", {}],
  ["a[b]=1&c[]=2", { "a[b]": "1", "c[]": "2" }],
  ["a=%&b=%ZZ+1&c=%FF", { a: "%", b: "%ZZ 1", c: "%FF" }],
  ["%61=%C3%A4", { a: "ä" }],
  ["__proto__=1&%5F_proto__=2&a=1", { a: "1" }],
  ["constructor=1", { constructor: "1" }],
])("%s", (text, fields) => {
  expect(fieldsOfForm(text, false)).toEqual(fields);
});

it("in iso-8859-1 an escape is one character", () => {
  expect(fieldsOfForm("%E4=%C3%A4%&+=%zz", true)).toEqual({ ä: "Ã¤%", " ": "%zz" });
});
