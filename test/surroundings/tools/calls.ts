import type { Version } from "versioned-controllers";

/** A call without its version, and how it is answered. */
interface Call {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Whether its route is neutral, so that no path of a version leads to it. */
  readonly isNeutral?: boolean;
}

/** A call in a version. */
export interface VersionedCall extends Call {
  readonly version: Version;
}

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const ann = { Authorization: "Bearer ann" };

function callsOf(resource: string): readonly Call[] {
  const at = `/animals/${resource}`;
  const body = JSON.stringify({ name: "Tom" });
  return [
    { method: "GET", target: at, status: 200 },
    { method: "GET", target: `${at}?page=2&tag=a&tag=b`, status: 200 },
    { method: "POST", target: at, headers: json, body, status: 201 },
    { method: "GET", target: `${at}/7`, status: 200 },
    { method: "GET", target: `${at}/404`, status: 404 },
    { method: "PUT", target: `${at}/7`, headers: json, body, status: 200 },
    { method: "DELETE", target: `${at}/7`, status: 204 },
  ];
}

/** Each of the forty operations at least once, in both versions. */
export function fortyCalls(): readonly VersionedCall[] {
  return ["1", "2"].flatMap((version) => calls().map((call) => ({ ...call, version })));
}

function calls(): readonly Call[] {
  return [
    ...["cats", "dogs", "owls"].flatMap(callsOf),
    { method: "GET", target: "/secret/me", headers: ann, status: 200 },
    { method: "GET", target: "/secret/either", headers: ann, status: 200 },
    { method: "GET", target: "/secret/either", headers: { "X-Key": "k" }, status: 200 },
    { method: "GET", target: "/secret/anyone", headers: ann, status: 200 },
    { method: "GET", target: "/secret/anyone", status: 200 },
    { method: "GET", target: "/secret/never", status: 403 },
    { method: "POST", target: "/bodies/form", headers: form, body: "name=Tom&age=7", status: 200 },
    { method: "POST", target: "/bodies/upload", body: upload(), status: 200 },
    {
      method: "POST",
      target: "/bodies/text",
      headers: { "Content-Type": "text/plain" },
      body: "a",
      status: 200,
    },
    {
      method: "POST",
      target: "/bodies/bytes",
      headers: { "Content-Type": "application/octet-stream" },
      body: "a",
      status: 200,
    },
    { method: "POST", target: "/bodies/either", headers: json, body: '{"name":"Tom"}', status: 200 },
    { method: "POST", target: "/bodies/either", headers: form, body: "name=Tom", status: 200 },
    ...["text", "csv", "bytes", "stream", "null", "headed", "any"].map((name) => ({
      method: "GET",
      target: `/answers/${name}`,
      status: 200,
    })),
    { method: "GET", target: "/answers/nothing", status: 204 },
    { method: "GET", target: "/answers/refused", status: 409 },
    { method: "GET", target: "/parts/headers", headers: { "X-Trace": "abc", "X-Depth": "2" }, status: 200 },
    { method: "GET", target: "/parts/cookies", headers: { Cookie: "taste=sweet" }, status: 200 },
    { method: "GET", target: "/parts/rest/a", status: 200 },
    { method: "GET", target: "/parts/encoded/a%20b", status: 200 },
    { method: "GET", target: "/changed", status: 200 },
    { method: "GET", target: "/health", status: 200, isNeutral: true },
  ];
}

function upload(): FormData {
  const data = new FormData();
  data.set("name", "Tom");
  data.set("file", new File(["purr"], "purr.txt", { type: "text/plain" }));
  return data;
}
