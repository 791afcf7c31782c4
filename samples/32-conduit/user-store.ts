import type { Database } from "./database";
import { NotFound } from "./errors";
import { hashOf, isPassword } from "./passwords";

export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly bio: string | null;
  readonly image: string | null;
}

/** As its readers see a user; one who is not known follows nobody. */
export interface Profile {
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
  readonly following: boolean;
}

export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** A member that is undefined stays as it is. */
export interface UserChanges extends Partial<Readonly<Record<keyof NewUser, string | undefined>>> {
  readonly bio?: string | null | undefined;
  readonly image?: string | null | undefined;
}

const columns = "id, username, email, bio, image";

/** The users, and who follows whom; of HTTP and of versions it knows nothing. */
export class UserStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add({ username, email, password }: NewUser): Promise<User> {
    return one(
      await this.#database.query<User>(
        `INSERT INTO users (username, email, password) VALUES ($1, $2, $3) RETURNING ${columns}`,
        [username, email, await hashOf(password)],
      ),
    );
  }

  /** Undefined where there is no such user, or the password is another. */
  async byPassword(email: string, password: string): Promise<User | undefined> {
    const [found] = await this.#database.query<User & { password: string }>(
      `SELECT ${columns}, password FROM users WHERE email = $1`,
      [email],
    );
    return found && (await isPassword(password, found.password)) ? found : undefined;
  }

  async byID(id: number): Promise<User> {
    return one(await this.#database.query<User>(`SELECT ${columns} FROM users WHERE id = $1`, [id]));
  }

  async change(id: number, { username, email, password, bio, image }: UserChanges): Promise<User> {
    const hash = password === undefined ? undefined : await hashOf(password);
    return one(
      await this.#database.query<User>(
        `UPDATE users SET username = coalesce($2, username), email = coalesce($3, email), password = coalesce($4, password),
          bio = CASE WHEN $5 THEN $6 ELSE bio END, image = CASE WHEN $7 THEN $8 ELSE image END
        WHERE id = $1 RETURNING ${columns}`,
        [id, username, email, hash, bio !== undefined, bio, image !== undefined, image],
      ),
    );
  }

  async profile(username: string, reader: number | undefined): Promise<Profile> {
    return one(
      await this.#database.query<Profile>(
        `SELECT username, bio, image, EXISTS (SELECT FROM follows WHERE follower = $2 AND followed = id) AS following
        FROM users WHERE username = $1`,
        [username, reader],
      ),
    );
  }

  async follow(username: string, reader: number): Promise<Profile> {
    await this.#database.query(
      `INSERT INTO follows SELECT $2, id FROM users WHERE username = $1 ON CONFLICT DO NOTHING`,
      [username, reader],
    );
    return this.profile(username, reader);
  }

  async unfollow(username: string, reader: number): Promise<Profile> {
    await this.#database.query(
      `DELETE FROM follows USING users WHERE username = $1 AND followed = users.id AND follower = $2`,
      [username, reader],
    );
    return this.profile(username, reader);
  }
}

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new NotFound("no such user");
  return row;
}
