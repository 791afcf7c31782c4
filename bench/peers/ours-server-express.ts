import express from "express";
import type { Create } from "../peer";
import { appOf, createServerOf } from "./ours";

/** `CreateServer` around the application that peers/ours.ts mounts on. */
export const create: Create = (setup, answers) =>
  createServerOf(setup.built)(express().use(appOf(setup, answers).Build()));
