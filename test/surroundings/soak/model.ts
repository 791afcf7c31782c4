import type { Answer, Sent } from "../../support/send";
import type { Random } from "./random";

/**
 * What the server of app.ts has to answer, written out for each version without the package: an independent account of it.
 */
export interface Exchange {
  readonly sent: Sent;
  readonly answer: Answer;
}

const versions = ["1", "2", "3"] as const;
type Version = (typeof versions)[number];

/** As many as hold a server's map of them apart from a leak of requests. */
const principals = 1_000;

/** The token of a principal, which app.ts admits: `token-7` of `user-7`. */
const tokenOf = (n: number): string => `token-${n}`;

/** One request of the mixed load. */
export function nextExchange(random: Random): Exchange {
  const version = random.among(versions);
  const make = random.among(exchanges);
  return make(random, version);
}

type MakeExchange = (random: Random, version: Version) => Exchange;

const json = { "Content-Type": "application/json" };

function headersOf(
  version: Version,
  random: Random,
): { readonly headers: Readonly<Record<string, string>>; readonly user: string } {
  const n = random.below(principals);
  return { headers: { "X-API-Version": version, Authorization: `Bearer ${tokenOf(n)}` }, user: `user-${n}` };
}

/** An account as each version's clients read it. */
function accountIn(version: Version, { id, first, last, owner }: Account): object {
  switch (version) {
    case "3":
      return { id, holder: { first, last }, owner };
    case "2":
      return { id, first, last, owner };
    case "1":
      return { id, name: `${first} ${last}`, owner };
  }
}

interface Account {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly owner: string;
}

/** The body of a new account, in a version's words. */
function newAccountIn(version: Version, first: string, last: string): object {
  switch (version) {
    case "3":
      return { holder: { first, last } };
    case "2":
      return { first, last };
    case "1":
      return { name: `${first} ${last}` };
  }
}

const text = (body: object): string => JSON.stringify(body);

function errorText(status: number, code: string, message: string): string {
  return text({ error: { code, message, status }, request_id: "..." });
}

const readAccount: MakeExchange = (random, version) => {
  const { headers, user } = headersOf(version, random);
  const id = String(random.below(1e9));
  const account = { id, first: `F${id}`, last: `L${id}`, owner: user };
  return {
    sent: { method: "GET", path: `/accounts/${id}`, headers },
    answer: { status: 200, body: text(accountIn(version, account)) },
  };
};

const createAccount: MakeExchange = (random, version) => {
  const { headers, user } = headersOf(version, random);
  const [first, last] = [random.word(), random.word()];
  return {
    sent: {
      method: "POST",
      path: "/accounts",
      headers: { ...headers, ...json },
      body: text(newAccountIn(version, first, last)),
    },
    answer: {
      status: 201,
      body: text(accountIn(version, { id: `${first}-${last}`, first, last, owner: user })),
    },
  };
};

/** A body in another version's words: no version takes another's. */
const createMisfit: MakeExchange = (random, version) => {
  const { headers } = headersOf(version, random);
  const other = versions[(versions.indexOf(version) + 1) % versions.length] ?? "1";
  return {
    sent: {
      method: "POST",
      path: "/accounts",
      headers: { ...headers, ...json },
      body: text(newAccountIn(other, random.word(), random.word())),
    },
    answer: {
      status: 400,
      body: text({
        error: {
          code: "invalid_request",
          message: "the request does not match the route's schemas",
          status: 400,
          details: misfits[version],
        },
        request_id: "...",
      }),
    },
  };
};

const required = "Invalid input: expected string, received undefined";
const misfits: Readonly<Record<Version, readonly object[]>> = {
  "1": [{ in: "body", path: ["name"], message: required }],
  "2": [
    { in: "body", path: ["first"], message: required },
    { in: "body", path: ["last"], message: required },
  ],
  "3": [{ in: "body", path: ["holder"], message: "Invalid input: expected object, received undefined" }],
};

const createGarbage: MakeExchange = (random, version) => ({
  sent: {
    method: "POST",
    path: "/accounts",
    headers: { ...headersOf(version, random).headers, ...json },
    body: `{"name": ${random.word()}`,
  },
  answer: { status: 400, body: errorText(400, "malformed_body", "the body is not well-formed JSON") },
});

const createTooLarge: MakeExchange = (random, version) => ({
  sent: {
    method: "POST",
    path: "/accounts",
    headers: { ...headersOf(version, random).headers, ...json },
    body: text({ name: "x".repeat(20_000) }),
  },
  answer: { status: 413, body: errorText(413, "payload_too_large", "the body is larger than 10kb") },
});

const unknownToken: MakeExchange = (random, version) => ({
  sent: {
    method: "GET",
    path: "/accounts/1",
    headers: { "X-API-Version": version, Authorization: `Bearer ${random.word()}` },
  },
  answer: { status: 401, body: errorText(401, "unauthorized", "Unauthorized") },
});

const denied: MakeExchange = (random, version) => ({
  sent: { method: "GET", path: "/admin", headers: headersOf(version, random).headers },
  answer: { status: 403, body: errorText(403, "forbidden", "Forbidden") },
});

const unmatched: MakeExchange = (random, version) => {
  const path = `/${random.word()}/${random.word()}`;
  return {
    sent: { method: "GET", path, headers: { "X-API-Version": version } },
    answer: { status: 404, body: errorText(404, "not_found", `no route matches GET ${path}`) },
  };
};

const fails: MakeExchange = (_random, version) => ({
  sent: { method: "GET", path: "/fails", headers: { "X-API-Version": version } },
  answer: { status: 500, body: errorText(500, "internal_error", "Internal Server Error") },
});

const late: MakeExchange = (random, version) => {
  const id = random.word();
  return {
    sent: { method: "GET", path: `/late/${id}`, headers: { "X-API-Version": version } },
    answer: { status: 200, body: text({ id, version }) },
  };
};

/** Server-sent events, each of them turned down. */
const events: MakeExchange = (random, version) => {
  const count = random.below(20);
  const items = Array.from({ length: count }, (_, n) => (version === "3" ? { at: n } : { n }));
  return {
    sent: { method: "GET", path: `/events/${count}`, headers: { "X-API-Version": version } },
    answer: { status: 200, body: items.map((item) => `data: ${text(item)}\n\n`).join("") },
  };
};

const upload: MakeExchange = (random, version) => {
  const boundary = `b${random.word()}`;
  const [title, content] = [random.word(), random.word().repeat(1 + random.below(200))];
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="title"',
    "",
    title,
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="a.txt"',
    "Content-Type: text/plain",
    "",
    content,
    `--${boundary}--`,
    "",
  ].join("\r\n");
  return {
    sent: {
      method: "POST",
      path: "/files",
      headers: { "X-API-Version": version, "Content-Type": `multipart/form-data; boundary=${boundary}` },
      body,
    },
    answer: {
      status: 201,
      body: text({ title, name: "a.txt", size: content.length, end: content.slice(-4) }),
    },
  };
};

const exchanges: readonly MakeExchange[] = [
  readAccount,
  readAccount,
  createAccount,
  createAccount,
  createMisfit,
  createGarbage,
  createTooLarge,
  unknownToken,
  denied,
  unmatched,
  fails,
  late,
  events,
  events,
  upload,
];
