import { partsOf, readRequestsFile, withParts } from "../support/samples/requests-file";

const HOST = "@host = http://localhost:3000\n\n";

describe("a requests.http", () => {
  it("is read whole", () => {
    const text = `${HOST}### the cats
GET {{host}}/cats?page=2

# -> 200 [{"name":"Tom"}]

### a new cat
POST {{host}}/cats
Content-Type: application/json
X-API-Version: 2

{
  "name": "Felix"
}

# -> 201
# -> Location: /cats/3
# -> X-Request-Id: *
`;
    expect(readRequestsFile(text, "a.http")).toEqual([
      {
        name: "the cats",
        method: "GET",
        path: "/cats?page=2",
        headers: [],
        body: undefined,
        answer: { status: 200, fragment: '[{"name":"Tom"}]', headers: [] },
      },
      {
        name: "a new cat",
        method: "POST",
        path: "/cats",
        headers: [
          ["Content-Type", "application/json"],
          ["X-API-Version", "2"],
        ],
        body: '{\n  "name": "Felix"\n}',
        answer: {
          status: 201,
          fragment: undefined,
          headers: [
            ["Location", "/cats/3"],
            ["X-Request-Id", "*"],
          ],
        },
      },
    ]);
  });

  it("takes parts of earlier answers", () => {
    const text = `${HOST}### log in
# @name ann
POST {{host}}/session

# -> 204

### the cats
GET {{host}}/cats
Cookie: {{ann.response.headers.Set-Cookie}}
Authorization: Bearer {{ann.response.body.$.user.token}}

# -> 200
`;
    const [logIn, cats] = readRequestsFile(text, "a.http");
    expect([logIn?.alias, cats?.alias]).toEqual(["ann", undefined]);
    expect(cats?.headers.flatMap(([, value]) => partsOf(value))).toEqual([
      { alias: "ann", of: "headers", name: "Set-Cookie" },
      { alias: "ann", of: "body", name: "user.token" },
    ]);
    const shown = cats?.headers.map(([, value]) => withParts(value, ({ name }) => `<${name}>`));
    expect(shown).toEqual(["<Set-Cookie>", "Bearer <user.token>"]);
  });

  it.each([
    [
      "a part of an answer that nobody was given",
      `${HOST}### a\nGET {{host}}/a\nCookie: {{ann.response.headers.Set-Cookie}}\n\n# -> 200\n`,
      "a.http:6: no request before is called ann",
    ],
    [
      "a part of something else",
      `${HOST}### a\nGET {{host}}/a\nCookie: {{$guid}}\n\n# -> 200\n`,
      "a.http:6: a part of no answer: {{$guid}}",
    ],
    [
      "a malformed name",
      `${HOST}### a\n# @name a b\nGET {{host}}/a\n\n# -> 200\n`,
      'a.http:4: # @name and a name, not "# @name a b"',
    ],
    ["no host", "### a\n", 'a.http:1: @host = http://localhost:3000, not "### a"'],
    ["text before the first request", `${HOST}hello\n`, 'a.http:3: ### and a name, not "hello"'],
    ["a comment", `${HOST}# hello\n`, 'a.http:3: ### and a name, not "# hello"'],
    ["a request without a name", `${HOST}###\n`, 'a.http:3: ### and a name, not "###"'],
    [
      "another host",
      `${HOST}### a\nGET http://localhost/a\n`,
      'a.http:4: a method, {{host}} and a path, not "GET http://localhost/a"',
    ],
    [
      "no path",
      `${HOST}### a\nGET {{host}}\n`,
      'a.http:4: a method, {{host}} and a path, not "GET {{host}}"',
    ],
    [
      "a malformed header",
      `${HOST}### a\nGET {{host}}/a\nAccept text/html\n\n# -> 200\n`,
      'a.http:5: a blank line, not "Accept text/html"',
    ],
    ["no expectation", `${HOST}### a\nGET {{host}}/a\n\n`, "a.http:7: # -> and a status, not the end"],
    [
      "no expectation before the next request",
      `${HOST}### a\nGET {{host}}/a\n\n### b\n`,
      'a.http:6: # -> and a status, not "### b"',
    ],
    [
      "a malformed expectation",
      `${HOST}### a\nGET {{host}}/a\n\n# > 200\n`,
      'a.http:6: # -> and a status, not "# > 200"',
    ],
    [
      "a header before the status",
      `${HOST}### a\nGET {{host}}/a\n\n# -> ETag: *\n`,
      'a.http:6: # -> and a status, not "# -> ETag: *"',
    ],
    [
      "a second status",
      `${HOST}### a\nGET {{host}}/a\n\n# -> 200\n# -> 201\n`,
      'a.http:7: ### and a name, not "# -> 201"',
    ],
    [
      "text behind an expectation",
      `${HOST}### a\nGET {{host}}/a\n\n# -> 200\n\nhello\n`,
      'a.http:8: ### and a name, not "hello"',
    ],
    [
      "a name used twice",
      `${HOST}### a\nGET {{host}}/a\n\n# -> 200\n\n### a\nGET {{host}}/b\n\n# -> 200\n`,
      'a.http:9: a second "a"',
    ],
  ])("that holds %s is refused", (_what, text, message) => {
    expect(() => readRequestsFile(text, "a.http")).toThrow(new Error(message));
  });
});
