import { Rename, Versioned } from "versioned-controllers";
import { z } from "zod";
import { Email, Line, Password, Profile, Tags, Text } from "./parts";
import {
  ArticleChangesV1,
  ArticleV1,
  NewArticleV1,
  Renamed,
  Reshaped,
  UserChangesV1,
  UserV1,
} from "./version-1";

// The newest version's schemas, each with its history. An envelope has the history of what it holds.

export const User = Versioned(
  z
    .object({
      email: z.string(),
      username: z.string(),
      accessToken: z.string(),
      profile: z.object({ bio: z.string().nullable(), image: z.string().nullable() }),
    })
    .meta({ title: "User" }),
)
  .Before(Reshaped, UserV1, {
    Down: ({ accessToken, profile, ...user }) => ({ ...user, ...profile, token: accessToken }),
  })
  .Within(["user"], (user) => z.object({ user }));

export const NewUser = z.object({
  user: z.object({ username: Line, email: Email, password: Password }).meta({ title: "NewUser" }),
});

export const Credentials = z.object({
  user: z.object({ email: Line, password: Password }).meta({ title: "Credentials" }),
});

export const UserChanges = Versioned(
  z
    .object({
      email: Email,
      username: Line,
      password: Password,
      profile: z.object({ bio: Text.nullable(), image: Line.nullable() }).partial(),
    })
    .partial()
    .meta({ title: "UserChanges" }),
)
  .Before(Reshaped, UserChangesV1, {
    Up: ({ bio, image, ...user }) => ({ ...user, profile: { bio, image } }),
  })
  .Within(["user"], (user) => z.object({ user }));

const summary = {
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  tagList: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  favorited: z.boolean(),
  favoritesCount: z.int(),
  author: Profile,
};

export const Article = Versioned(z.object({ ...summary, content: z.string() }).meta({ title: "Article" }))
  .Before(Renamed, ArticleV1, Rename("body", "content"))
  .Within(["article"], (article) => z.object({ article }));

/** Lists tell nothing of an article's text, in neither version. */
export const Articles = z.object({
  articles: z.array(z.object(summary).meta({ title: "ArticleSummary" })),
  articlesCount: z.int(),
});

export const NewArticle = Versioned(
  z
    .object({ title: Line, description: Line, content: Text, tagList: Tags.default([]) })
    .meta({ title: "NewArticle" }),
)
  .Before(Renamed, NewArticleV1, Rename("body", "content"))
  .Within(["article"], (article) => z.object({ article }));

export const ArticleChanges = Versioned(
  z.object({ title: Line, description: Line, content: Text }).partial().meta({ title: "ArticleChanges" }),
)
  .Before(Renamed, ArticleChangesV1, Rename("body", "content"))
  .Within(["article"], (article) => z.object({ article }));

const page = {
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
};

export const Page = z.object(page);
export const Filters = z.object({
  ...page,
  tag: Line.optional(),
  author: Line.optional(),
  favorited: Line.optional().meta({ description: "The name of a user who likes it" }),
});

export const ProfileAnswer = z.object({ profile: Profile });

const CommentSchema = z
  .object({
    id: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    body: z.string(),
    author: Profile,
  })
  .meta({ title: "Comment" });

export const Comment = z.object({ comment: CommentSchema });
export const Comments = z.object({ comments: z.array(CommentSchema) });
export const NewComment = z.object({ comment: z.object({ body: Text }).meta({ title: "NewComment" }) });

export const ByUsername = z.object({ username: Line });
export const BySlug = z.object({ slug: Line });
export const ByID = z.object({ slug: Line, id: z.coerce.number().int().min(1).max(2_147_483_647) });
