import { z } from "zod";
import { Email, Line, Password, Profile, Tags, Text } from "./parts";
import { Change } from "./versions";

// All that version 1 had and version 2 has not. It is written out, since what the newest schemas become must not change it.

export const Reshaped = Change(
  "2",
  "A user's `token` is `accessToken`; `bio` and `image` stand in `profile`.",
);
export const Renamed = Change("2", "An article's `body` is `content`.");

export const TagsEnded = Change(
  "2",
  "There is no list of all tags: each article names its own, in `tagList`.",
);

export const UserV1 = z
  .object({
    email: z.string(),
    token: z.string(),
    username: z.string(),
    bio: z.string().nullable(),
    image: z.string().nullable(),
  })
  .meta({ title: "User" });

export const UserChangesV1 = z
  .object({
    email: Email,
    username: Line,
    password: Password,
    bio: Text.nullable(),
    image: Line.nullable(),
  })
  .partial()
  .meta({ title: "UserChanges" });

export const ArticleV1 = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    body: z.string(),
    tagList: z.array(z.string()),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    favorited: z.boolean(),
    favoritesCount: z.int(),
    author: Profile,
  })
  .meta({ title: "Article" });

export const NewArticleV1 = z
  .object({ title: Line, description: Line, body: Text, tagList: Tags.default([]) })
  .meta({ title: "NewArticle" });

export const ArticleChangesV1 = z
  .object({ title: Line, description: Line, body: Text })
  .partial()
  .meta({ title: "ArticleChanges" });
