// The same client, generated of version 2 and moved to it by the guide.
import { client } from "../.generated/moved/2/generated/client.gen";
import {
  addArticle,
  article,
  changeArticle,
  articles,
  changeUser,
  register,
} from "../.generated/moved/2/generated";

client.setConfig({ baseUrl: `${process.argv[2] ?? ""}/api`, throwOnError: true });

const account = { username: "ann", email: "ann@example.org", password: "meow" };
const { data: registered } = await register({ body: { user: account } });
const headers = { Authorization: `Token ${registered?.user.accessToken ?? ""}` };

const { data: changed } = await changeUser({
  headers,
  body: { user: { profile: { bio: "Writes of cats." } } },
});
const draft = { title: "On sleep", description: "A test", content: "Cats sleep.", tagList: ["cats"] };
const { data: added } = await addArticle({ headers, body: { article: draft } });
const path = { slug: added?.article.slug ?? "" };
await changeArticle({ headers, path, body: { article: { content: "Cats sleep a lot." } } });
const { data: read } = await article({ path });
const { data: listed } = await articles();

console.log(
  JSON.stringify({
    bio: changed?.user.profile.bio,
    text: read?.article.content,
    title: read?.article.title,
    tags: listed?.articles.flatMap(({ tagList }) => tagList),
  }),
);
