import type * as Supertest from "supertest";

/** Loads supertest. If it is missing, the error explains how to install it. */
export function supertest(): typeof Supertest {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- the peer dependency is loaded when it is needed
    return require("supertest") as typeof Supertest;
  } catch (cause) {
    throw new Error("TestClient needs supertest: run npm install --save-dev supertest", { cause });
  }
}
