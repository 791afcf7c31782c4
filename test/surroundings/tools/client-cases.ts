import type { VersioningOptions } from "versioned-controllers";
import { FromCookie, VersioningCustom } from "versioned-controllers";
import { schemes } from "./schemes";

/** A client of one generator for one scheme: the lines of a program that depend on the scheme. */
export interface ClientLines {
  /** The one setting of a client that the scheme needs; undefined where calls alone name the version. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The argument of each call, as the generated types ask for it. */
  readonly argument?: string;
}

/** How clients of one generator are made and called. */
export interface Generator {
  readonly name: string;
  /** A program that exports what `GET /cats` gave: `cats`. */
  readonly program: (lines: ClientLines, at: { readonly url: string; readonly path: string }) => string;
  /** The import of the type of an invalid request's answer, as `InvalidRequest`. */
  readonly invalidRequest: string;
  /** By scheme; `VERSION` stands for the version. */
  readonly lines: Readonly<Record<string, ClientLines>>;
}

/** The schemes, and a cookie, which no generated client sends by itself. */
export const clientSchemes: readonly { readonly name: string; readonly options: VersioningOptions }[] = [
  ...schemes,
  { name: "cookie", options: { Type: VersioningCustom, Extractor: FromCookie("api_version") } },
];

const accept = { Accept: "application/json;v=VERSION" };
const cookie = { Cookie: "api_version=VERSION" };

const invalidRequest = 'import type { InvalidRequest } from "./generated";';

export const generators: readonly Generator[] = [
  {
    name: "openapi-typescript",
    invalidRequest:
      'import type { components } from "./types"; type InvalidRequest = components["schemas"]["InvalidRequest"];',
    program: ({ headers, argument = "{}" }, { url, path }) => `
import createClient from "openapi-fetch";
import type { paths } from "./types";
const client = createClient<paths>({ baseUrl: "${url}"${inWords(", ", headers)} });
export const { data: cats } = await client.GET("${path}", ${argument});
`,
    lines: {
      URI: {},
      header: { argument: '{ params: { header: { "X-API-Version": "VERSION" } } }' },
      "media type": { headers: accept },
      query: { argument: '{ params: { query: { "api-version": "VERSION" } } }' },
      FirstOf: { argument: '{ params: { header: { "X-API-Version": "VERSION" } } }' },
      cookie: { headers: cookie, argument: '{ params: { cookie: { api_version: "VERSION" } } }' },
    },
  },
  {
    name: "hey-api",
    invalidRequest,
    program: ({ headers, argument = "" }, { url }) => `
import { client } from "./generated/client.gen";
import { getCats } from "./generated";
client.setConfig({ baseUrl: "${url}"${inWords(", ", headers)} });
export const { data: cats } = await getCats(${argument});
`,
    lines: {
      URI: {},
      header: { argument: '{ headers: { "X-API-Version": "VERSION" } }' },
      "media type": { headers: accept },
      query: { argument: '{ query: { "api-version": "VERSION" } }' },
      FirstOf: { argument: '{ headers: { "X-API-Version": "VERSION" } }' },
      cookie: { headers: cookie, argument: "{}" },
    },
  },
  {
    // Its setting is the generator's: override.requestOptions.
    name: "orval",
    invalidRequest,
    program: ({ argument = "" }) => `
import { getCats } from "./generated";
const answer = await getCats(${argument});
export const cats = answer.status === 200 ? answer.data : undefined;
`,
    lines: {
      URI: {},
      header: { argument: '{ "X-API-Version": "VERSION" }' },
      "media type": { headers: accept },
      query: { argument: '{ "api-version": "VERSION" }' },
      // The query comes first, then the headers.
      FirstOf: { argument: 'undefined, { "X-API-Version": "VERSION" }' },
      cookie: { headers: cookie },
    },
  },
  {
    name: "kubb",
    invalidRequest,
    program: ({ headers, argument = "" }) => `
import { getCats } from "./generated";
import { setConfig } from "./generated/.kubb/fetch";
setConfig({ ${inWords("", headers)} });
export const cats = await getCats(${argument});
`,
    lines: {
      URI: {},
      header: { argument: '{ "X-API-Version": "VERSION" }' },
      "media type": { headers: accept },
      query: { argument: '{ "api-version": "VERSION" }' },
      // The query comes first, then the headers.
      FirstOf: { argument: 'undefined, { "X-API-Version": "VERSION" }' },
      cookie: { headers: cookie },
    },
  },
];

function inWords(before: string, headers: ClientLines["headers"]): string {
  return headers === undefined ? "" : `${before}headers: ${JSON.stringify(headers)}`;
}
