import { CallTable } from "../../../samples/22-who-still-calls/call-table";

/** The columns of each save of the sample's table; it fails for as long as it is told to. */
function recording(most: number) {
  const saved: unknown[][] = [];
  const state = { isDown: false };
  const database = {
    exec: () => Promise.resolve(),
    query: (_sql: string, columns: unknown[] = []) => {
      if (state.isDown) return Promise.reject(new Error("down"));
      saved.push(columns);
      return Promise.resolve({ rows: [] });
    },
  };
  return { table: new CallTable(database, most), saved, state };
}

const call = (client: string, last = "2026-06-30") => ({
  version: "1",
  method: "GET",
  path: "/cats",
  client,
  last,
});

it("calls are added up by version, route and client, with the last day", async () => {
  const { table, saved } = recording(10);
  for (const day of ["2026-06-30", "2026-07-01", "2026-06-29"]) table.count(call("a", day));
  table.count(call("b"));
  await table.save();
  expect(saved).toEqual([
    [
      ["1", "1"],
      ["GET", "GET"],
      ["/cats", "/cats"],
      ["a", "b"],
      [3, 1],
      ["2026-07-01", "2026-06-30"],
    ],
  ]);
  await table.save();
  expect(saved).toHaveLength(1);
});

it("beyond the bound new clients are the others", async () => {
  const { table, saved } = recording(2);
  for (const client of ["a", "b", "c", "d", "a"]) table.count(call(client));
  await table.save();
  expect(saved.map((columns) => columns.slice(3, 5))).toEqual([
    [
      ["a", "b", "others"],
      [2, 1, 2],
    ],
  ]);
});

it("a save that fails loses nothing", async () => {
  const { table, saved, state } = recording(10);
  table.count(call("a"));
  state.isDown = true;
  await expect(table.save()).rejects.toThrow("down");
  state.isDown = false;
  table.count(call("a", "2026-07-02"));
  await table.save();
  expect(saved.map((columns) => columns.slice(3))).toEqual([[["a"], [2], ["2026-07-02"]]]);
});
