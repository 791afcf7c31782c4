import { Since, WithBody, WithQuery, WithResponse, type Handler } from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs, Cat, tom, tomIn } from "./cats";

describe("what has no history stays as it is beside what has one", () => {
  const echo: Handler = (req, res) => {
    const { status } = req.query as unknown as { status: number };
    res.status(status);
    return status === 200 ? (req.body as unknown) : { of: status };
  };
  const app = appWith((one) =>
    one.Post(
      "/cats",
      echo as never,
      Since("1"),
      WithBody(Cat, { Examples: { tom } }),
      WithQuery(z.object({ status: z.coerce.number() })),
      WithResponse(200, Cat),
      WithResponse(202, z.object({ of: z.number() }), { Headers: { "X-Of": z.string() } }),
    ),
  ).app;

  it.each(["1", "2", "3"] as const)("a query and another response, in version %s", async (version) => {
    const ask = await askAs(app);
    const [same, other] = [
      await ask(version, "POST /cats?status=200", tomIn[version]),
      await ask(version, "POST /cats?status=202", tomIn[version]),
    ];
    expect([same.status, same.json]).toEqual([200, tomIn[version]]);
    expect([other.status, other.json]).toEqual([202, { of: 202 }]);
  });

  it.each([
    ["1", undefined],
    ["2", undefined],
    ["3", { tom: { value: tom } }],
  ])("and the document of version %s, where examples are of the newest only", (version, examples) => {
    const { parameters, requestBody, responses } = app.Document(version).paths["/cats"]?.post ?? {};
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "status", in: "query", schema: { type: "number" } }),
    );
    expect(requestBody).toMatchObject({
      content: { "application/json": { schema: { type: "object" }, ...(examples && { examples }) } },
    });
    expect(JSON.stringify(requestBody).includes("examples")).toBe(examples !== undefined);
    expect(responses?.["202"]?.headers).toEqual({ "X-Of": { schema: { type: "string" } } });
    expect(responses?.["202"]?.content?.["application/json"]?.schema).toMatchObject({
      properties: { of: { type: "number" } },
      required: ["of"],
    });
  });
});
