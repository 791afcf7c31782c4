import {
  Delete,
  Get,
  OperationID,
  Post,
  Router,
  Summary,
  WithBody,
  WithParams,
  WithResponse,
  WithSecurity,
  type Typed,
} from "versioned-controllers";
import type { ArticleStore } from "./article-store";
import { ByID, BySlug, Comment, Comments, NewComment } from "./schemas";
import { Token, TokenOrNobody } from "./tokens";
import { Since } from "./versions";

@Router("/articles/{slug}/comments", Since("1"), WithSecurity(Token))
export class CommentsController {
  readonly #articles: ArticleStore;

  constructor(articles: ArticleStore) {
    this.#articles = articles;
  }

  @Get("/", OperationID("comments"), WithSecurity(TokenOrNobody), WithParams(BySlug))
  @Summary("The comments on an article")
  @WithResponse(200, Comments)
  async list(req: Typed<{ params: typeof BySlug }>) {
    return { comments: await this.#articles.comments(req.params.slug, Token.Find(req)?.id) };
  }

  @Post("/", OperationID("addComment"), WithParams(BySlug), WithBody(NewComment), WithResponse(200, Comment))
  @Summary("Comment on an article")
  async add(req: Typed<{ params: typeof BySlug; body: typeof NewComment }>) {
    const { params, body } = req;
    return { comment: await this.#articles.addComment(params.slug, body.comment.body, Token.Of(req).id) };
  }

  @Delete("/{id}", OperationID("removeComment"), WithParams(ByID), WithResponse(204))
  @Summary("Remove a comment of one's own")
  @WithResponse(403, undefined, "It is somebody else's")
  async remove(req: Typed<{ params: typeof ByID }>) {
    await this.#articles.removeComment(req.params.slug, req.params.id, Token.Of(req).id);
  }
}
