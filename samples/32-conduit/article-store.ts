import type { Database } from "./database";
import { NotFound, NotYours } from "./errors";
import type { Profile } from "./user-store";

export interface Summary {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly tagList: string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly favorited: boolean;
  readonly favoritesCount: number;
  readonly author: Profile;
}

export interface Article extends Summary {
  readonly content: string;
}

export interface NewArticle {
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly tagList: readonly string[];
}

/** A member that is undefined stays as it is. */
export type ArticleChanges = Partial<
  Readonly<Record<"title" | "description" | "content", string | undefined>>
>;

export interface Comment {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly body: string;
  readonly author: Profile;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface Filters extends Page {
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly favorited?: string | undefined;
}

type Reader = number | undefined;

// In each query $1 is the reader.
const author = `json_build_object('username', u.username, 'bio', u.bio, 'image', u.image,
  'following', EXISTS (SELECT FROM follows WHERE follower = $1 AND followed = u.id)) AS author`;

const summary = `slug, title, description, tags AS "tagList", created AS "createdAt", updated AS "updatedAt",
  EXISTS (SELECT FROM favorites WHERE article = a.id AND reader = $1) AS favorited,
  (SELECT count(*)::integer FROM favorites WHERE article = a.id) AS "favoritesCount", ${author}`;

const articles = "articles a JOIN users u ON u.id = a.author";

const matching = `($2::text IS NULL OR $2 = ANY (tags)) AND ($3::text IS NULL OR u.username = $3) AND ($4::text IS NULL OR EXISTS
  (SELECT FROM favorites f JOIN users r ON r.id = f.reader WHERE f.article = a.id AND r.username = $4))`;

const followed = "a.author IN (SELECT followed FROM follows WHERE follower = $1)";

const comment = `c.id, c.created AS "createdAt", c.updated AS "updatedAt", c.body, ${author}`;

/** The articles, who likes them, and what is said of them; of HTTP and of versions it knows nothing. */
export class ArticleStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(
    { tag, author: by, favorited, ...page }: Filters,
    reader: Reader,
  ): Promise<[readonly Summary[], number]> {
    return this.#page(matching, [reader, tag, by, favorited], page);
  }

  feed(page: Page, reader: number): Promise<[readonly Summary[], number]> {
    return this.#page(followed, [reader], page);
  }

  async get(slug: string, reader: Reader): Promise<Article> {
    const [article] = await this.#database.query<Article>(
      `SELECT content, ${summary} FROM ${articles} WHERE slug = $2`,
      [reader, slug],
    );
    return article ?? noSuchArticle();
  }

  async add({ title, description, content, tagList }: NewArticle, writer: number): Promise<Article> {
    const [added] = await this.#database.query<{ slug: string }>(
      `WITH next AS (SELECT nextval('article_ids')::integer AS id)
      INSERT INTO articles (id, slug, author, title, description, content, tags)
      SELECT id, $1 || '-' || id, $2, $3, $4, $5, $6 FROM next RETURNING slug`,
      // Tags are a set, which RealWorld's clients are shown in order.
      [wordsOf(title), writer, title, description, content, [...new Set(tagList)].sort()],
    );
    return this.get(added?.slug ?? noSuchArticle(), writer);
  }

  async change(
    slug: string,
    { title, description, content }: ArticleChanges,
    writer: number,
  ): Promise<Article> {
    const [changed] = await this.#database.query<{ slug: string }>(
      `UPDATE articles SET slug = coalesce($2 || '-' || id, slug), title = coalesce($3, title),
        description = coalesce($4, description), content = coalesce($5, content), updated = now()
      WHERE id = $1 RETURNING slug`,
      [await this.#own(slug, writer), title && wordsOf(title), title, description, content],
    );
    return this.get(changed?.slug ?? noSuchArticle(), writer);
  }

  async remove(slug: string, writer: number): Promise<void> {
    await this.#database.query(`DELETE FROM articles WHERE id = $1`, [await this.#own(slug, writer)]);
  }

  async favorite(slug: string, reader: number): Promise<Article> {
    await this.#database.query(
      `INSERT INTO favorites SELECT $1, id FROM articles WHERE slug = $2 ON CONFLICT DO NOTHING`,
      [reader, slug],
    );
    return this.get(slug, reader);
  }

  async unfavorite(slug: string, reader: number): Promise<Article> {
    await this.#database.query(
      `DELETE FROM favorites USING articles WHERE slug = $2 AND article = articles.id AND reader = $1`,
      [reader, slug],
    );
    return this.get(slug, reader);
  }

  async comments(slug: string, reader: Reader): Promise<readonly Comment[]> {
    return this.#database.query<Comment>(
      `SELECT ${comment} FROM comments c JOIN users u ON u.id = c.author WHERE c.article = $2 ORDER BY c.id`,
      [reader, (await this.#row(slug)).id],
    );
  }

  async addComment(slug: string, body: string, writer: number): Promise<Comment> {
    const [added] = await this.#database.query<Comment>(
      `WITH c AS (INSERT INTO comments (author, article, body) VALUES ($1, $2, $3) RETURNING *)
      SELECT ${comment} FROM c JOIN users u ON u.id = c.author`,
      [writer, (await this.#row(slug)).id, body],
    );
    return added ?? noSuchArticle();
  }

  async removeComment(slug: string, id: number, writer: number): Promise<void> {
    const [found] = await this.#database.query<{ author: number }>(
      `SELECT author FROM comments WHERE id = $1 AND article = $2`,
      [id, (await this.#row(slug)).id],
    );
    if (!found) throw new NotFound("no such comment");
    if (found.author !== writer) throw new NotYours("the comment is somebody else's");
    await this.#database.query(`DELETE FROM comments WHERE id = $1`, [id]);
  }

  async tags(): Promise<string[]> {
    const rows = await this.#database.query<{ tag: string }>(
      `SELECT DISTINCT unnest(tags) AS tag FROM articles ORDER BY tag LIMIT 1000`,
    );
    return rows.map(({ tag }) => tag);
  }

  async #page(
    where: string,
    values: readonly unknown[],
    { limit, offset }: Page,
  ): Promise<[readonly Summary[], number]> {
    const found = `SELECT ${summary}, a.id FROM ${articles} WHERE ${where}`;
    const [count] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (${found})`,
      values,
    );
    const rows = await this.#database.query<Summary>(
      `SELECT slug, title, description, "tagList", "createdAt", "updatedAt", favorited, "favoritesCount", author
      FROM (${found}) ORDER BY "createdAt" DESC, id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, limit, offset],
    );
    return [rows, count?.count ?? 0];
  }

  async #own(slug: string, writer: number): Promise<number> {
    const { id, author: owner } = await this.#row(slug);
    if (owner !== writer) throw new NotYours("the article is somebody else's");
    return id;
  }

  async #row(slug: string): Promise<{ readonly id: number; readonly author: number }> {
    const [row] = await this.#database.query<{ id: number; author: number }>(
      `SELECT id, author FROM articles WHERE slug = $1`,
      [slug],
    );
    return row ?? noSuchArticle();
  }
}

/** A slug is these words and the article's id, since two articles may have one title. */
function wordsOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["article"];
  return words.join("-");
}

function noSuchArticle(): never {
  throw new NotFound("no such article");
}
