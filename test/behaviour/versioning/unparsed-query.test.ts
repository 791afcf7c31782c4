import express from "express";
import { App, FromQuery, VersioningCustom, WithVersion } from "versioned-controllers";
import { serve } from "../../support/serve";

function versioned(): App {
  const app = new App({ Versioning: { Type: VersioningCustom, Extractor: FromQuery("v") } });
  return app.Get("/cats", () => "one", WithVersion("1")).Get("/cats", () => "two", WithVersion("2"));
}

describe("a host with the setting query parser false", () => {
  it.each<[query: string, status: number, text: string]>([
    ["?v=1", 200, "one"],
    ["?a=3&v=2", 200, "two"],
    ["?v=1&v=2", 404, ""],
    ["?v[]=1", 404, ""],
    ["?a=1", 404, ""],
    ["", 404, ""],
  ])("reads the version of /cats%s from the address", async (query, status, text) => {
    const host = express().set("query parser", false).use(versioned().Build());
    const { ask } = await serve(host);
    const answer = await ask(`GET /cats${query}`);
    expect([answer.status, answer.status === 200 ? answer.text : ""]).toEqual([status, text]);
  });
});
