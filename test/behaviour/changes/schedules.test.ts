import fc from "fast-check";
import { Recorder } from "versioned-controllers/recordings";
import { CheckChanges, Replay } from "../../../src/check";
import { scheduleApp } from "../../../samples/36-schedules/app";
import { scheduleAppByHandlers } from "../../../samples/36-schedules/by-handlers/app";
import { NewSchedule1, ScheduleChanges1 } from "../../../samples/36-schedules/older-schemas";
import { Store } from "../../../samples/36-schedules/store";
import { recordingLogger } from "../../support/logger";
import { holdToSameAnswers, type Asked } from "../../support/samples/same-answers";
import { keptOpen, serve } from "../../support/serve";

const OLD = { "X-API-Version": "2025-04-01", "X-API-Key": "key-of-nothing" };
const NEW = { "X-API-Version": "2026-02-01", "X-API-Key": "key-of-the-calendar" };

const hours1 = { days: ["monday"], start: 570, end: 1020 };
const hours2 = { days: ["friday", "monday"], startTime: "08:05", endTime: "23:59" };
const day1 = { date: "2026-05-01", start: 0, end: 1439 };
const day2 = { date: "2026-05-01", startTime: "10:00", endTime: "12:30" };

/** Each route with a body that it takes, and what the newest version refuses, in both versions. */
const requests: readonly Asked[] = [
  { of: OLD, prefix: "/availability", change: "POST", update: "/update", hours: hours1, day: day1 },
  { of: NEW, prefix: "/schedules", change: "PATCH", update: "", hours: hours2, day: day2 },
].flatMap(({ of, prefix, change, update, hours, day }) =>
  [
    { line: `POST ${prefix}`, body: { name: "Home", timeZone: "Europe/Paris", availability: [hours] } },
    { line: `POST ${prefix}`, body: { name: "Home", timeZone: "Mars" } },
    { line: `POST ${prefix}`, body: { name: "", timeZone: 7, availability: [hours, day] } },
    { line: `POST ${prefix}/1/copy` },
    { line: `GET ${prefix}` },
    { line: `${change} ${prefix}/1${update}`, body: { name: "Office", availability: [hours] } },
    { line: `${change} ${prefix}/1${update}`, body: { timeZone: "Mars" } },
    { line: `PUT ${prefix}/2/default` },
    { line: `GET ${prefix}/default` },
    { line: `POST ${prefix}/1/availability`, body: hours },
    { line: `POST ${prefix}/1/overrides`, body: day },
    { line: `GET ${prefix}/1` },
    { line: `DELETE ${prefix}/1/overrides/2026-05-01` },
    { line: `DELETE ${prefix}/1/overrides` },
    { line: `DELETE ${prefix}/1/availability` },
    { line: `POST ${prefix}/1/archive` },
    { line: `GET ${prefix}/archived` },
    { line: `POST ${prefix}/1/restore` },
    { line: `DELETE ${prefix}/2` },
    { line: `GET ${prefix}/2` },
    { line: `POST ${prefix}` },
    { line: `DELETE ${prefix}/1`, key: "key-of-the-website" },
    { line: `GET ${prefix}`, key: "no-key" },
  ].map(({ key = of["X-API-Key"], ...asked }) => ({ ...asked, headers: { ...of, "X-API-Key": key } })),
);

const lines = requests.map(({ line }) => line);
const bodies = [...requests.map(({ body }) => body), {}, [], null];

const random: fc.Arbitrary<Asked> = fc.record({
  line: fc.constantFrom(
    ...lines,
    ...lines.map((line) => line.replace("/1", "/9")),
    ...lines.map((line) => line.replace("/1", "/x")),
    "GET /nothing",
  ),
  headers: fc
    .record({
      version: fc.constantFrom("2025-04-01", "2026-02-01", "2027-01-01"),
      key: fc.constantFrom("key-of-the-calendar", "key-of-the-website", "key-of-nothing", "no-key"),
    })
    .map(({ version, key }) => ({ "X-API-Version": version, "X-API-Key": key })),
  body: fc.constantFrom(...bodies),
});

it("the schedules by changes answer as those with a controller for each version, byte by byte", async () => {
  const Logger = recordingLogger();
  const apps = () => [scheduleAppByHandlers(), scheduleApp(new Store(), { Logger })] as const;
  expect(await holdToSameAnswers(apps, requests, random)).toEqual([200, 201, 204, 400, 401, 403, 404, 415]);
  // The first refusal of each link at each route is a warning.
  const warnings = Logger.warn.mock.calls.map(([, message]) => String(message));
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.filter((one) => !one.includes("Stricter makes this the fault of the client"))).toEqual([]);
  expect(Logger.error).not.toHaveBeenCalled();
});

it("keeps the laws of changes", async () => {
  // Of the texts that random examples have as a time zone, the newest version takes none.
  const Examples = new Map<object, readonly unknown[]>([
    [NewSchedule1, [{ name: "Work", timeZone: "Europe/Paris", availability: [hours1] }]],
    [ScheduleChanges1, [{ name: "Work" }, { timeZone: "Europe/Paris" }, { availability: [hours1] }]],
  ]);
  await CheckChanges(scheduleApp(), { Examples });
});

it.each([
  ["2025-04-01", "/availability", 1],
  ["2026-02-01", "/schedules", 0],
])("in version %s the schedules of %s are counted %d times", async (version, path, times) => {
  const store = new Store();
  const { ask } = await serve(scheduleApp(store));
  await ask(`GET ${path}`, { ...NEW, "X-API-Version": version });
  expect(store.counted).toBe(times);
});

it("before there were scopes, each key could do everything", async () => {
  const { ask } = await serve(scheduleApp());
  const website = { "X-API-Key": "key-of-the-website" };
  const answers = [
    await ask("DELETE /schedules/1", { ...website, "X-API-Version": "2026-02-01" }),
    await ask("DELETE /availability/1", { ...website, "X-API-Version": "2025-04-01" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 204]);
});

it("a recording of the schedules is replayed without a difference", async () => {
  const lines: string[] = [];
  const recorder = Recorder({ Write: (line) => lines.push(line), Redact: [], Share: 1 });
  const { ask } = await serve(scheduleApp(new Store(), { ...recorder.Options, Logger: recordingLogger() }));
  for (const { line, headers, body } of [...requests, ...fc.sample(random, { seed: 7, numRuns: 150 })]) {
    const type: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
    await ask(line, { ...headers, ...type, ...keptOpen }, body === undefined ? body : JSON.stringify(body));
  }
  expect(recorder.Counts()).toMatchObject({ LeftOut: 0, Failed: 0 });
  expect(lines.length).toBeGreaterThan(40);
  expect(await Replay(scheduleApp(), lines)).toEqual({
    Replayed: lines.length,
    Skipped: {},
    Differences: [],
    More: 0,
  });
});
