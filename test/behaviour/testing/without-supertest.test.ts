import type * as Testing from "versioned-controllers/testing";
import { App } from "versioned-controllers";

it("without supertest, TestClient says how to install it", () => {
  const missing = Object.assign(new Error("Cannot find module 'supertest'"), { code: "MODULE_NOT_FOUND" });
  jest.isolateModules(() => {
    jest.doMock("supertest", () => {
      throw missing;
    });
    const { TestClient } = jest.requireActual<typeof Testing>("versioned-controllers/testing");
    expect(() => TestClient(new App())).toThrow(
      "TestClient needs supertest: run npm install --save-dev supertest",
    );
  });
});
