import { preferredValue } from "../../../src/http/accept";

/** The value that one line prefers for the parameter `v`. */
const preferred = (line: string) => preferredValue([line], "v");

describe("ranges that RFC 9110 allows", () => {
  it.each<[line: string, value: string | undefined]>([
    ["*/*", undefined],
    ["text/html", undefined],
    ["application/json;v=1", "1"],
    ["application/json; v=1", "1"],
    ["application/json ;\t v=1 ", "1"],
    ["application/json;V=A", "A"],
    ["application/vnd.api+json;v=1", "1"],
    ["a/b;v=1;w=2", "1"],
    ["a/b;w=2;v=1", "1"],
    ["a/b;w=2;vv=3;x=4", undefined],
    ["a/b;v=1;v=2", undefined],
    ["a/b;v=1;V=1", undefined],
    ["a/b;;v=1;", "1"],
    ["a/b;", undefined],
    ["a/b ; ; ", undefined],
    ['a/b;v="1"', "1"],
    ['a/b;v="A b"', "A b"],
    ['a/b;v="a,b;c=d"', "a,b;c=d"],
    ['a/b;v="a\\"b\\\\c"', 'a"b\\c'],
    ['a/b;v=""', undefined],
    ['a/b;v="\t\u00e9"', "\t\u00e9"],
    ['a/b;v="\u00ff"', "\u00ff"],
    ['a/b;v="\\,"', ","],
    ['a/b;w="v=2";v=1', "1"],
    ["a/b;v=__proto__", "__proto__"],
    ["a/b;v=1,c/d;v=2", "1"],
    ["a/b;v=1 , c/d;v=2", "1"],
    ["a/b,c/d;v=2", "2"],
    [",, a/b ,,c/d;v=2,", "2"],
    ["!#$%&'*+-.^_`|~09azAZ/!#$%&'*+-.^_`|~09azAZ;v=!#$%&'*+-.^_`|~", "!#$%&'*+-.^_`|~"],
  ])("%j prefers %j", (line, value) => {
    expect(preferred(line)).toBe(value);
  });

  it("a name is told apart from one that differs by more than its case", () => {
    expect(preferredValue(["a/b;~=1"], "^")).toBeUndefined();
    expect(preferredValue(["a/b;^=1"], "~")).toBeUndefined();
    expect(preferredValue(["a/b;AZ=1"], "az")).toBe("1");
    expect(preferredValue(["a/b;v1=1"], "v1")).toBe("1");
  });
});

describe("of several lines", () => {
  it.each<[lines: readonly string[], value: string | undefined]>([
    [[], undefined],
    [["a/b;v=1", "a/b;v=2"], "1"],
    [["a/b;v=1;q=0.5", "a/b;v=2"], "2"],
    [['a/b;v="1', 'a/b;v=2"', "a/b;v=3"], "3"],
  ])("%j prefer %j", (lines, value) => {
    expect(preferredValue(lines, "v")).toBe(value);
  });
});

describe("weights", () => {
  it.each<[weight: string, thousandths: number]>([
    ["q=1", 1000],
    ["q=1.", 1000],
    ["q=1.0", 1000],
    ["q=1.000", 1000],
    ["q=0", 0],
    ["q=0.", 0],
    ["q=0.0", 0],
    ["q=0.000", 0],
    ["q=0.5", 500],
    ["q=0.001", 1],
    ["q=0.999", 999],
    ["q=0.29", 290],
    ["Q=0.5", 500],
    ["v=1;q=0.5", 500],
    ["q=0.5;v=1", 500],
  ])("%s is %i thousandths", (weight, thousandths) => {
    const range = `a/b;u=this;${weight}`;
    const preferredBeside = (rival: number) =>
      preferredValue([`a/b;u=rival;q=${rival / 1000}, ${range}`], "u");
    expect(preferredBeside(thousandths)).toBe(thousandths === 0 ? undefined : "rival");
    if (thousandths > 0) expect(preferredBeside(thousandths - 1)).toBe("this");
  });

  it.each([
    "q=",
    "q",
    "q=2",
    "q=10",
    "q=1a",
    "q=1.001",
    "q=1.0000",
    "q=0.1234",
    "q=.5",
    "q=00.5",
    "q=-0",
    "q=+1",
    "q=-",
    "q=-.5",
    "q=0.-5",
    "q=0.5-",
    "q=1.-5",
    "q=0.00a",
    "q=1e0",
    "q=one",
    "q=NaN",
    'q="1"',
    'q="0.5"',
    "q=1;q=1",
    "q=1;q=",
    "q=0.5;Q=0.4",
    "q=\u0661",
  ])("%s is not a version, and its range is passed over", (weight) => {
    expect(preferred(`a/b;v=1;${weight}`)).toBeUndefined();
    expect(preferred(`a/b;v=1;${weight}, c/d;v=2;q=0.001`)).toBe("2");
  });
});

describe("what RFC 9110 does not allow is passed over, and the others are kept", () => {
  it.each([
    "",
    " ",
    "json",
    "/",
    "a/",
    "/b",
    "a /b",
    "a/ b",
    "a/b/c",
    "a/b c",
    "a/b v=1",
    "a/b;v",
    "a/b;=1",
    "a/b;v=",
    "a/b;v=1;w=",
    "a/b;v =1",
    "a/b;v= 1",
    "a/b;v=1 2",
    "a/b;v=a/b",
    "a/b;v=é",
    'a/b;v="1',
    'a/b;v="1\\',
    'a/b;v="1"2',
    'a/b;v=1"2"',
    'a/b;v="a\u0000b"',
    'a/b;v="a\u007fb"',
    'a/b;v="\\\u007f"',
    'a/b;v="\u0100"',
    "a/b;(comment)",
    "é/b",
    "a/b;v=1\u00a0",
  ])("%j", (range) => {
    expect(preferred(range)).toBeUndefined();
    expect(preferred(`x/y;v=8, ${range}`)).toBe("8");
    expect(preferred(`x/y;v=8;q=0.001, ${range}`)).toBe("8");
  });

  it("beside a range before and after", () => {
    expect(preferred("a/b;v=1;q=0.1, a b;v=2, c/d;v=3;q=0.2")).toBe("3");
  });

  it("an escaped quote does not end the quotes of a malformed range", () => {
    expect(preferred('a b;v="1\\",2", c/d;v=3')).toBe("3");
  });

  it("a backslash outside of quotes escapes no comma", () => {
    expect(preferred("a b\\,c/d;v=3")).toBe("3");
  });

  it("a quote that does not end takes the rest of its line with it", () => {
    expect(preferred('a/b;v=1;q=0.1, a/b;v="2, c/d;v=3')).toBe("1");
  });
});
