// A client of Conduit's version 1, which hey-api has generated. It prints what its user sees.
import { client } from "../.generated/moved/1/generated/client.gen";
import {
  addArticle,
  article,
  changeArticle,
  changeUser,
  register,
  tags,
} from "../.generated/moved/1/generated";

client.setConfig({ baseUrl: `${process.argv[2] ?? ""}/api`, throwOnError: true });

const account = { username: "ann", email: "ann@example.org", password: "meow" };
const { data: registered } = await register({ body: { user: account } });
const headers = { Authorization: `Token ${registered?.user.token ?? ""}` };

const { data: changed } = await changeUser({ headers, body: { user: { bio: "Writes of cats." } } });
const draft = { title: "On sleep", description: "A test", body: "Cats sleep.", tagList: ["cats"] };
const { data: added } = await addArticle({ headers, body: { article: draft } });
const path = { slug: added?.article.slug ?? "" };
await changeArticle({ headers, path, body: { article: { body: "Cats sleep a lot." } } });
const { data: read } = await article({ path });
const { data: listed } = await tags();

console.log(
  JSON.stringify({
    bio: changed?.user.bio,
    text: read?.article.body,
    title: read?.article.title,
    tags: listed?.tags,
  }),
);
