// The same script, moved to version 2 by the guide.
import assert from "node:assert/strict";

const [, , url] = process.argv;
const base = `${url}/api/v2`;

async function call(method, path, { token, body } = {}) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Token ${token}` }) };
  const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  assert(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

const name = `writer-${process.pid}`;
const account = { username: name, email: `${name}@example.org`, password: "meow" };
const { user } = await call("POST", "/users", { body: { user: account } });
const token = user.accessToken;

const changed = await call("PUT", "/user", {
  token,
  body: { user: { profile: { bio: "Writes of cats." } } },
});
const bio = changed.user.profile.bio;

const draft = { title: `On ${name}`, description: "A test", content: "Cats sleep.", tagList: [name, "cats"] };
const { article } = await call("POST", "/articles", { token, body: { article: draft } });
const edit = { article: { content: "Cats sleep a lot." } };
const edited = await call("PUT", `/articles/${article.slug}`, { token, body: edit });
const liked = await call("POST", `/articles/${article.slug}/favorite`, { token });

const note = { comment: { body: "So they do." } };
const { comment } = await call("POST", `/articles/${article.slug}/comments`, { token, body: note });

const { articles } = await call("GET", "/articles");
const tags = articles.flatMap(({ tagList }) => tagList);

console.log(
  JSON.stringify({
    bio,
    text: edited.article.content,
    likes: liked.article.favoritesCount,
    comment: comment.body,
    hasTags: tags.includes("cats") && tags.includes(name),
    isListed: articles.some(({ slug }) => slug === article.slug),
  }),
);
