import { z } from "zod";

/** The body of `POST /v1/things`, by zod. */
export const Thing = z.object({
  name: z.string().max(100),
  age: z.int().min(0),
  email: z.string(),
  tags: z.array(z.string()),
  address: z.object({ street: z.string(), city: z.string(), zip: z.string() }),
  notes: z.string().optional(),
});

/** The same as plain JSON Schema. */
export const thingSchema = {
  type: "object",
  required: ["name", "age", "email", "tags", "address"],
  properties: {
    name: { type: "string", maxLength: 100 },
    age: { type: "integer", minimum: 0 },
    email: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    address: {
      type: "object",
      required: ["street", "city", "zip"],
      properties: { street: { type: "string" }, city: { type: "string" }, zip: { type: "string" } },
    },
    notes: { type: "string" },
  },
} as const;
