import type { Exchange } from "./exchanges";
import { utf8, type Step, type Wire } from "../../../support/wire";

/** Expects the second server to send byte for byte what the first sends, and that to hold what it should. */
export async function expectSame(
  [plain, fast]: readonly [Wire, Wire],
  [, steps, ...holds]: Exchange,
): Promise<void> {
  const list: readonly Step[] = typeof steps === "string" ? [steps] : steps;
  const [expected, received] = await Promise.all([plain.send(...list), fast.send(...list)]);
  expect(received).toBe(expected);
  for (const text of holds) {
    expect([received, utf8(text)]).toEqual([received, expect.stringContaining(utf8(text))]);
  }
}

/** As `it.each` takes them. */
export function rowsOf(exchanges: readonly Exchange[]): readonly (readonly [what: string, Exchange])[] {
  return exchanges.map((exchange) => [exchange[0], exchange]);
}
