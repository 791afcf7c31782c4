import fc from "fast-check";
import type { App } from "versioned-controllers";
import { often } from "../runs";
import { keptOpen, serve, type Answer } from "../serve";

/** One request: `{ line: "POST /cats", headers: { "X-API-Version": "1" }, body: { name: "Tom" } }`. */
export interface Asked {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Holds two Apps to the same answers, byte by byte but for ids and dates: first to `requests` in their order, then to random rows
 * of them and of `random`. Each row is asked of Apps of its own. Gives the statuses that were answered.
 */
export async function holdToSameAnswers(
  makeApps: () => readonly [before: App, after: App],
  requests: readonly Asked[],
  random: fc.Arbitrary<Asked>,
): Promise<readonly number[]> {
  const statuses = new Set<number>();
  const one = fc.oneof(random, fc.constantFrom(...requests));
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 5, maxLength: 25 }), async (row) => {
      const [before, after] = makeApps();
      const served = [await serve(before), await serve(after)] as const;
      for (const asked of row) {
        const [old, now] = [await ask(served[0], asked), await ask(served[1], asked)];
        expect({ asked, ...comparable(now) }).toEqual({ asked, ...comparable(old) });
        statuses.add(now.status);
      }
    }),
    often(100, [[...requests]]),
  );
  return [...statuses].toSorted();
}

function ask(served: Awaited<ReturnType<typeof serve>>, { line, headers, body }: Asked): Promise<Answer> {
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return served.ask(line, { ...headers, ...type, ...keptOpen }, text);
}

const different = new Set(["date", "x-request-id"]);

/** An answer but for what no two answers share. */
function comparable({ status, headers, text }: Answer): object {
  const others = Object.entries(headers).filter(([name]) => !different.has(name));
  return { status, headers: others, text: text.replace(/"request_id":"[^"]*"/, `"request_id":"*"`) };
}
