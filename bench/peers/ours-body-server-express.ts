import express from "express";
import type { Create } from "../peer";
import { createServerOf } from "./ours";
import { bodyAppOf } from "./ours-body";

/** `CreateServer` around the application that peers/ours-body.ts mounts on. */
export const create: Create = (setup) => createServerOf(setup.built)(express().use(bodyAppOf(setup).Build()));
