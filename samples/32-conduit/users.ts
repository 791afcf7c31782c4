import type { Request } from "express";
import {
  Delete,
  Get,
  HTTPError,
  OperationID,
  Post,
  Put,
  Router,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  WithSecurity,
  type Typed,
} from "versioned-controllers";
import { ByUsername, Credentials, NewUser, ProfileAnswer, User, UserChanges } from "./schemas";
import { Token, tokenOf, TokenOrNobody } from "./tokens";
import type { User as Row, UserStore } from "./user-store";
import { Since } from "./versions";

@Router(Since("1"))
export class UsersController {
  readonly #users: UserStore;

  constructor(users: UserStore) {
    this.#users = users;
  }

  @Post("/users", OperationID("register"), WithBody(NewUser), WithResponse(201, User))
  @Summary("Register a user")
  async register(req: Typed<{ body: typeof NewUser }>) {
    return answerOf(await this.#users.add(req.body.user));
  }

  @Post(
    "/users/login",
    OperationID("login"),
    WithBody(Credentials),
    WithResponse(200, User),
    WithResponse(401),
  )
  @Summary("Log in")
  async login(req: Typed<{ body: typeof Credentials }>) {
    const { email, password } = req.body.user;
    const user = await this.#users.byPassword(email, password);
    if (user) return answerOf(user);
    const headers = { "WWW-Authenticate": 'Token realm="Conduit"' };
    throw new HTTPError(401, "email or password is invalid", { headers });
  }

  @Get("/user", OperationID("currentUser"), WithSecurity(Token), WithResponse(200, User))
  @Summary("The user who is logged in")
  async current(req: Request) {
    return answerOf(await this.#users.byID(Token.Of(req).id));
  }

  @Put(
    "/user",
    OperationID("changeUser"),
    WithSecurity(Token),
    WithBody(UserChanges),
    WithResponse(200, User),
  )
  @Summary("Change the user who is logged in")
  async change(req: Typed<{ body: typeof UserChanges }>) {
    const { profile, ...user } = req.body.user;
    return answerOf(await this.#users.change(Token.Of(req).id, { ...user, ...profile }));
  }
}

@Router("/profiles/{username}", Since("1"), WithSecurity(Token))
export class ProfilesController {
  readonly #users: UserStore;

  constructor(users: UserStore) {
    this.#users = users;
  }

  @Get("/", OperationID("profile"), WithSecurity(TokenOrNobody), WithParams(ByUsername))
  @Summary("The profile of a user")
  @WithResponse(200, ProfileAnswer)
  async get(req: Typed<{ params: typeof ByUsername }>) {
    return { profile: await this.#users.profile(req.params.username, Token.Find(req)?.id) };
  }

  @Post("/follow", OperationID("follow"), WithParams(ByUsername), WithResponse(200, ProfileAnswer))
  @Summary("Follow a user")
  async follow(req: Typed<{ params: typeof ByUsername }>) {
    return { profile: await this.#users.follow(req.params.username, Token.Of(req).id) };
  }

  @Delete("/follow", OperationID("unfollow"), WithParams(ByUsername), WithResponse(200, ProfileAnswer))
  @Summary("Follow a user no longer")
  async unfollow(req: Typed<{ params: typeof ByUsername }>) {
    return { profile: await this.#users.unfollow(req.params.username, Token.Of(req).id) };
  }
}

async function answerOf({ id, email, username, bio, image }: Row) {
  return { user: { email, username, accessToken: await tokenOf(id), profile: { bio, image } } };
}
