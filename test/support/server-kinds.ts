import { createServer, type Server } from "node:http";
import express from "express";
import type { App } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";

/** Every way to serve an App. */
export const kinds: Readonly<Record<string, (app: App) => Server>> = {
  "mounted in Express": (app) => createServer(express().use(app.Build())),
  "CreateServer(Express)": (app) => CreateServer(express().use(app.Build())),
  "CreateServer(App)": (app) => CreateServer(app),
};
