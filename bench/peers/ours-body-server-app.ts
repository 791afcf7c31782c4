import type { Create } from "../peer";
import { createServerOf } from "./ours";
import { bodyAppOf } from "./ours-body";

/** `CreateServer` around the App of peers/ours-body.ts. */
export const create: Create = (setup) => createServerOf(setup.built)(bodyAppOf(setup));
