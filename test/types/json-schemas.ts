// Programs with plain JSON Schemas that have types, some of which must not compile: read by `npm run check:types`.
import type { FromSchema } from "json-schema-to-ts";
import { Type, type Static } from "typebox";
import {
  App,
  DefineVersions,
  Get,
  JSONSchemaOf,
  Post,
  Router,
  Versioned,
  WithBody,
  WithQuery,
  WithResponse,
  type InputOf,
  type OutputOf,
  type Typed,
} from "versioned-controllers";

declare function same<T>(value: T): void;

const tag3 = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: { name: { type: "string" }, colour: { enum: ["red", "green"] } },
} as const;
const tag2 = {
  type: "object",
  additionalProperties: false,
  required: ["title"],
  properties: { title: { type: "string" } },
} as const;
const Tag3 = JSONSchemaOf<FromSchema<typeof tag3>>(tag3);
const Tag2 = JSONSchemaOf<FromSchema<typeof tag2>>(tag2);
const page = Type.Object({ page: Type.Integer() });
const Page = JSONSchemaOf<Static<typeof page>>(page);

same<{ name: string; colour?: "red" | "green" }>({} as InputOf<typeof Tag3>);
same<{ page: number }>({} as OutputOf<typeof Page>);
// @ts-expect-error a Standard Schema has types of its own
JSONSchemaOf<string>(Tag3);
// @ts-expect-error a class is no schema
JSONSchemaOf<string>(class {});

const V = DefineVersions("1", "2", "3");
const Renamed = V.Change("3", "`title` is `name`.");
const Coloured = V.Change("2", "A tag has a `colour`.");
export const Tag = Versioned(Tag3).Before(Renamed, Tag2, {
  Up: (old) => {
    same<string>(old.title);
    // @ts-expect-error a member of the newer schema
    same<unknown>(old.name);
    return { name: old.title };
  },
  Down: (now) => {
    same<string>(now.name);
    return { title: now.name };
  },
});
Versioned(Tag3).Before(Renamed, Tag2, {
  // @ts-expect-error the newer schema needs a name
  Up: () => ({}),
  Down: (now) => ({ title: now.name }),
});
export const Added = Versioned(Tag3).Added(Coloured, "colour");
// @ts-expect-error a name that the schema does not have
Versioned(Tag3).Added(Coloured, "size");

@Router("/tags")
export class TagsController {
  @Post("/", V.Since("1"), WithBody(Tag), WithQuery(Page), WithResponse(200, Tag))
  add({ body, query }: Typed<{ body: typeof Tag; query: typeof Page }>) {
    same<string>(body.name);
    same<number>(query.page);
    // @ts-expect-error a member that the schema does not have
    same<unknown>(body.title);
    return body;
  }

  // @ts-expect-error a result without the required member
  @Get("/wrong", V.Since("1"), WithResponse(200, Tag))
  wrong() {
    return { title: "a" };
  }
}

new App().Post(
  "/tags",
  (req) => {
    same<"red" | "green" | undefined>(req.body.colour);
    return { name: req.body.name };
  },
  WithBody(Tag3),
  WithResponse(200, Tag3),
);
