import { Get, OperationID, Router, Summary, WithResponse } from "versioned-controllers";
import { z } from "zod";
import type { ArticleStore } from "./article-store";
import { Until } from "./versions";

/** Version 1 alone has it: each article names its tags. */
@Router("/tags", Until("1"))
export class TagsController {
  readonly #articles: ArticleStore;

  constructor(articles: ArticleStore) {
    this.#articles = articles;
  }

  @Get("/", OperationID("tags"), WithResponse(200, z.object({ tags: z.array(z.string()) })))
  @Summary("All tags")
  async list() {
    return { tags: await this.#articles.tags() };
  }
}
