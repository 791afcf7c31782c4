import { TestClient } from "versioned-controllers/testing";
import { app } from "./app";

describe("the cats API", () => {
  const client = TestClient(app);

  it("lists names to version 1, cats to version 2", async () => {
    await client.get("/cats").set("X-API-Version", "1").expect(200, ["Tom", "Kitty"]);
    await client
      .get("/cats")
      .set("X-API-Version", "2")
      .expect(200, [{ name: "Tom" }, { name: "Kitty" }]);
  });

  it("has no cat called Garfield", async () => {
    const response = await client.get("/cats/Garfield").set("X-API-Version", "2").expect(404);
    expect(response.body).toMatchObject({
      error: { code: "not_found", message: "no cat is called Garfield" },
    });
  });

  it("answers nothing without a version, and tells caches why", async () => {
    await client.get("/cats").expect(404).expect("Vary", "X-API-Version");
  });

  it("declares what the documentation shows", () => {
    expect(app.Inspect().map(({ Method, Path, Versions }) => [Method, Path, ...Versions])).toEqual([
      ["GET", "/cats", "1"],
      ["GET", "/cats", "2"],
      ["GET", "/cats/{name}", "2"],
    ]);
  });
});
