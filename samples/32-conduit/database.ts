import { PGlite } from "@electric-sql/pglite";

/** A PostgreSQL in this process, which begins empty and ends with it. It is opened late: the command asks the App alone. */
export class Database {
  #opened: Promise<PGlite> | undefined;

  /** The rows; values go beside the SQL, as `$1`, `$2`. */
  async query<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const { rows } = await (
      await this.open()
    ).query<Row>(
      sql,
      values.map((value) => value ?? null),
    );
    return rows;
  }

  open(): Promise<PGlite> {
    this.#opened ??= PGlite.create().then(async (opened) => {
      await opened.exec(tables);
      return opened;
    });
    return this.#opened;
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }
}

const tables = `
  CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL CONSTRAINT username UNIQUE,
    email text NOT NULL CONSTRAINT email UNIQUE,
    password text NOT NULL,
    bio text,
    image text
  );
  CREATE TABLE follows (
    follower integer NOT NULL REFERENCES users,
    followed integer NOT NULL REFERENCES users,
    PRIMARY KEY (follower, followed)
  );
  CREATE SEQUENCE article_ids;
  CREATE TABLE articles (
    id integer PRIMARY KEY,
    slug text NOT NULL UNIQUE,
    author integer NOT NULL REFERENCES users,
    title text NOT NULL,
    description text NOT NULL,
    content text NOT NULL,
    tags text[] NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    updated timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE favorites (
    reader integer NOT NULL REFERENCES users,
    article integer NOT NULL REFERENCES articles ON DELETE CASCADE,
    PRIMARY KEY (reader, article)
  );
  CREATE TABLE comments (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    article integer NOT NULL REFERENCES articles ON DELETE CASCADE,
    author integer NOT NULL REFERENCES users,
    body text NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    updated timestamptz NOT NULL DEFAULT now()
  );`;
