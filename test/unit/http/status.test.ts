import { reasonPhrase } from "../../../src/http/reason-phrase";
import { codeOf } from "../../../src/http/status";

it.each([
  [200, "OK"],
  [404, "Not Found"],
  [418, "I'm a Teapot"],
  [500, "Internal Server Error"],
  [299, "HTTP 299"],
  [599, "HTTP 599"],
])("the reason phrase of %i is %s", (status, phrase) => {
  expect(reasonPhrase(status)).toBe(phrase);
});

it.each([
  [400, "bad_request"],
  [404, "not_found"],
  [405, "method_not_allowed"],
  [409, "conflict"],
  [413, "payload_too_large"],
  [414, "uri_too_long"],
  [415, "unsupported_media_type"],
  [418, "im_a_teapot"],
  [505, "http_version_not_supported"],
  [500, "internal_error"],
  [599, "http_599"],
])("the code of %i is %s", (status, code) => {
  expect(codeOf(status)).toBe(code);
});
