import type { Create } from "../peer";
import { appOf, createServerOf } from "./ours";

/** `CreateServer` around the App itself, without an Express application. */
export const create: Create = (setup, answers) => createServerOf(setup.built)(appOf(setup, answers));
