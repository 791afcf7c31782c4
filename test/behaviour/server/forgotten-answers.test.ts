import { App } from "versioned-controllers";
import { CreateFetch, type MemoryFetch } from "versioned-controllers/server";
import { collectOnce, collectUntil } from "../../support/garbage";

/** An endless answer, how many of its generators are open, and what they wait for. */
function endless(): { readonly ask: () => Promise<Response>; readonly open: () => number } {
  let open = 0;
  const app = new App().Get("/items", async function* items() {
    open += 1;
    try {
      for (;;) yield await Promise.resolve("x".repeat(1_000));
    } finally {
      open -= 1;
    }
  });
  const inMemory = CreateFetch(app);
  return { ask: () => inMemory(new Request("http://localhost/items")), open: () => open };
}

/** How a caller begins with a Response that it then forgets, and what it keeps of it. */
const forgetful: Readonly<Record<string, (response: Response) => unknown>> = {
  "that nobody reads": () => undefined,
  "of which only the status is kept": ({ status }) => status,
  "of which one chunk is read": (response) =>
    response.body
      ?.getReader()
      .read()
      .then(() => undefined),
  "that is cloned": (response) => {
    response.clone();
  },
};

test.each(Object.entries(forgetful))(
  "an answer %s, and that nobody holds, ends its generator",
  async (_what, begin) => {
    const { ask, open } = endless();
    for (let i = 0; i < 10; i++) await begin(await ask());
    await collectUntil(() => open() === 0);
    expect(open()).toBe(0);
  },
);

/** The part of a Response that a caller keeps, and a read of it. */
const held: Readonly<Record<string, (response: Response) => () => Promise<number>>> = {
  "the Response": (response) => async () => (await firstOf(response.body)).length,
  "its body":
    ({ body }) =>
    async () =>
      (await firstOf(body)).length,
  "a reader": ({ body }) => {
    const reader = body?.getReader();
    return async () => ((await reader?.read())?.value as Uint8Array | undefined)?.length ?? 0;
  },
  "a clone": (response) => {
    const copy = response.clone();
    return async () => (await firstOf(copy.body)).length;
  },
};

async function firstOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const first = await body?.getReader().read();
  return first?.value ?? new Uint8Array();
}

test.each(Object.entries(held))("an answer of which somebody holds %s goes on", async (_what, hold) => {
  const { ask, open } = endless();
  const read = hold(await ask());
  for (let i = 0; i < 10; i++) await collectOnce();
  expect(open()).toBe(1);
  expect(await read()).toBeGreaterThan(0);
});

test("an answer that somebody waits for comes, although nobody holds more than the promise of its text", async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const app = new App().Get("/items", async function* items() {
    yield "first";
    await released;
    yield "last";
  });
  const text = textOf(CreateFetch(app));
  for (let i = 0; i < 10; i++) await collectOnce();
  release();
  expect(await text).toBe('"first"\n"last"\n');
});

async function textOf(inMemory: MemoryFetch): Promise<string> {
  const response = await inMemory(new Request("http://localhost/items"));
  return response.text();
}

test("an empty body that nobody reads leaves its connection to the next request", async () => {
  const ports = new Set<unknown>();
  const app = new App().Get("/", (req, res) => {
    ports.add(req.socket);
    res.end();
  });
  const inMemory = CreateFetch(app);
  for (let i = 0; i < 3; i++) {
    await inMemory(new Request("http://localhost/"));
    await collectOnce();
  }
  expect(ports.size).toBe(1);
});
