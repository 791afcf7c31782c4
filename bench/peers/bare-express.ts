import { createServer } from "node:http";
import express from "express";
import type { Create } from "../peer";

/** The floor: the least that an Express application can do to answer with JSON. */
export const create: Create = (_setup, { thing }) =>
  createServer(express().use((_req, res) => void res.json(thing("1000", "1"))));
