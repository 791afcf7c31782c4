import express from "express";
import app from "../../../../samples/32-conduit/app";

/** The sample without its documentation page, which reads files. */
export function listen(port: number): void {
  express().disable("x-powered-by").use("/api", app.Build()).listen(port);
}
