import { Versioned } from "versioned-controllers";
import { Cat, Cat2, Cat3, Names, names, tom, tomIn, V } from "./cats";

describe("Show gives what a response of the version would hold", () => {
  it.each(names)("without what no schema has, in version %s", (version) => {
    expect(V.Show(Cat, version, { ...tom, password: "x" } as typeof tom)).toEqual(tomIn[version]);
  });

  it("without what an older schema closes out, whatever Down gives", () => {
    const Leaking = Versioned(Cat3).Before(Names, Cat2, { Down: (now) => ({ ...now, name: "Tom" }) });
    expect(V.Show(Leaking, "2", tom)).toEqual({ name: "Tom", birthday: tom.birthday });
  });
});
