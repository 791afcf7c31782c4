import express from "express";
import { agent } from "supertest";
import type { App } from "./app";

/** A supertest agent on an Express application that holds nothing but `app.Build()`: `await TestClient(app).get("/cats")`. */
export function TestClient(app: App): ReturnType<typeof agent> {
  return agent(express().use(app.Build()));
}
