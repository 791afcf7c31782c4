/** Words that people search for, and the page, or the heading, that the first result leads to. */
export const queries: readonly (readonly [words: string, expected: string])[] = [
  ["brownout", "/guides/versions/deprecation.html#brownouts"],
  ["deprecate", "/guides/versions/deprecation.html"],
  ["sunset", "/guides/versions/deprecation.html"],
  ["Within", "/guides/changes/envelope.html"],
  ["zod", "/guides/requests/validation.html"],
  ["JWT", "/guides/requests/authentication.html"],
  ["Docker", "/guides/running/deployment.html"],
  ["enum", "/guides/changes/enum-value.html"],
  ["rename field", "/guides/changes/renamed-field.html"],
  ["pagination", "/guides/answers/pagination-and-caching.html"],
  ["vitest", "/guides/running/testing.html"],
  ["webhook", "/guides/answers/webhooks.html"],
  // An id of a problem is searched for as it is.
  ["schema-not-turned", "/problems.html#schema-not-turned"],
  ["registered-twice", "/problems.html#registered-twice"],
];
