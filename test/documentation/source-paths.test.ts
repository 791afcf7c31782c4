import { existsSync } from "node:fs";
import { join } from "node:path";
import { read, root } from "./markdown";

it.each(["CONTRIBUTING.md", "test/README.md"])(
  "each file and folder of src/ that %s names exists",
  (page) => {
    const named = read(page).match(/(?<=`)src\/[\w./-]*(?:\/|\.ts)(?=[`<])/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
