import { read } from "./markdown";

// Users look for these words in messages and logs, so that a rewording keeps them.
const words = [
  "a version is declared but versioning is not enabled",
  "WithVersion was called with no versions",
  "VersionNeutral cannot be combined with another version",
  "is registered twice",
  "is declared twice",
  "DefaultVersion is set but Type is not",
  "Header must name a header for header versioning",
  "Key must be set for media type versioning",
  "Extractor must be set for custom versioning",
  "names no version",
  "nothing to assume",
  "is no date",
  "are not in the order of Compare",
  "is no version of OpenAPI that is written here",
  "cannot be shadowed",
  // Changes
  "changes need Versioning.Versions",
  "is the first version, before which nothing was",
  "changes have to be written newest first",
  "has nothing to turn down",
  "belongs in a verb's list",
  "is not turned at",
  "has other parameters than",
  "its names are not known",
  "is named by two",
  "cannot stand in Before",
  "stands in Before alone",
  "changes nothing here",
  "needs the context",
  "is needed before the handler",
  "does not ask for",
  "errors have no context",
  "cannot be carried here",
  // Warnings
  "declares no version and no default version applies; it will answer no request while versioning is enabled",
  "is literal text; a parameter is written {",
  "begins with the prefix",
  "no request reaches it",
  "the App has no routes",
  "declares no response for its status",
  "asks for arguments",
  "is not checked",
  "do not hold for the routes that it adds",
  "nothing is left out",
  "stands in no document",
  "is no method of this Node",
  "stands in no changelog",
  "needed by no link",
  "taken by no Down",
  "stands nowhere",
];

// Another test holds each message against its section of this page.
const shown = read("docs/problems.md")
  .split("\n")
  .filter((line) => line.startsWith("> "))
  .join("\n");

test.each(words)("a message has the words: %s", (text) => {
  expect(shown).toContain(text);
});
