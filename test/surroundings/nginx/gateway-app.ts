import { App, VersioningURI, VersionNeutral, WithVersion } from "versioned-controllers";

/** Paths of each form that a gateway has to tell apart. */
const app = new App({ Versioning: { Type: VersioningURI } })
  .Get("/cats/{name}", () => "Tom", WithVersion("1", "2"))
  .Post("/cats", () => "Kitty", WithVersion("2"))
  .Get("/files/{path...}", () => "read", WithVersion("2"))
  .Get("/a.b/{id}", () => "dotted", WithVersion("1"))
  .Get("/health", () => "well", WithVersion(VersionNeutral));

export default app;
