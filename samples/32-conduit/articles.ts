import {
  Delete,
  Get,
  OperationID,
  Post,
  Put,
  Router,
  Summary,
  WithBody,
  WithChanges,
  WithParams,
  WithQuery,
  WithResponse,
  WithSecurity,
  type Typed,
} from "versioned-controllers";
import type { ArticleStore } from "./article-store";
import { Article, ArticleChanges, Articles, BySlug, Filters, NewArticle, Page } from "./schemas";
import { Token, TokenOrNobody } from "./tokens";
import { TagsEnded } from "./version-1";
import { Since } from "./versions";

type OfSlug = Typed<{ params: typeof BySlug }>;

@Router("/articles", Since("1"), WithSecurity(Token))
export class ArticlesController {
  readonly #articles: ArticleStore;

  constructor(articles: ArticleStore) {
    this.#articles = articles;
  }

  // Clients of version 1 read in the guide where the tags are.
  @Get("/", OperationID("articles"), WithSecurity(TokenOrNobody), WithQuery(Filters), WithChanges(TagsEnded))
  @Summary("The newest articles, by tag, author or who favorites them")
  @WithResponse(200, Articles)
  async list(req: Typed<{ query: typeof Filters }>) {
    const [articles, articlesCount] = await this.#articles.list(req.query, Token.Find(req)?.id);
    return { articles, articlesCount };
  }

  @Get("/feed", OperationID("feed"), WithQuery(Page), WithResponse(200, Articles))
  @Summary("The newest articles of those one follows")
  async feed(req: Typed<{ query: typeof Page }>) {
    const [articles, articlesCount] = await this.#articles.feed(req.query, Token.Of(req).id);
    return { articles, articlesCount };
  }

  @Get("/{slug}", OperationID("article"), WithSecurity(TokenOrNobody), WithParams(BySlug))
  @Summary("One article")
  @WithResponse(200, Article)
  async get(req: OfSlug) {
    return { article: await this.#articles.get(req.params.slug, Token.Find(req)?.id) };
  }

  @Post("/", OperationID("addArticle"), WithBody(NewArticle), WithResponse(201, Article))
  @Summary("Publish an article")
  async add(req: Typed<{ body: typeof NewArticle }>) {
    return { article: await this.#articles.add(req.body.article, Token.Of(req).id) };
  }

  @Put("/{slug}", OperationID("changeArticle"), WithParams(BySlug), WithBody(ArticleChanges))
  @Summary("Change an article of one's own")
  @WithResponse(200, Article)
  @WithResponse(403, undefined, "It is somebody else's")
  async change(req: Typed<{ params: typeof BySlug; body: typeof ArticleChanges }>) {
    const { params, body } = req;
    return { article: await this.#articles.change(params.slug, body.article, Token.Of(req).id) };
  }

  @Delete("/{slug}", OperationID("removeArticle"), WithParams(BySlug), WithResponse(204))
  @Summary("Remove an article of one's own")
  @WithResponse(403, undefined, "It is somebody else's")
  async remove(req: OfSlug) {
    await this.#articles.remove(req.params.slug, Token.Of(req).id);
  }

  @Post("/{slug}/favorite", OperationID("favorite"), WithParams(BySlug), WithResponse(200, Article))
  @Summary("Favorite an article")
  async favorite(req: OfSlug) {
    return { article: await this.#articles.favorite(req.params.slug, Token.Of(req).id) };
  }

  @Delete("/{slug}/favorite", OperationID("unfavorite"), WithParams(BySlug), WithResponse(200, Article))
  @Summary("Favorite an article no longer")
  async unfavorite(req: OfSlug) {
    return { article: await this.#articles.unfavorite(req.params.slug, Token.Of(req).id) };
  }
}
