// A class is no schema of a query either.
import { WithQuery } from "versioned-controllers";

class Page {
  constructor(readonly page: number) {}
}

export const option = WithQuery(Page);
