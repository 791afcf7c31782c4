// Sends the same requests to two servers, and prints each response that differs.
const [before = "", after = ""] = process.argv.slice(2);
type Request = readonly [method: string, path: string, body?: string, type?: string];
const task = `{"title":"Wash"}`;
const requests: readonly Request[] = [
  ["GET", "/v1/tasks"],
  ["HEAD", "/v1/tasks/1"],
  ["GET", "/v1/TASKS/7"],
  ["GET", "/v1/tasks/%zz"],
  ["GET", "/v1/users"],
  ["POST", "/v1/tasks", task],
  ["POST", "/v1/tasks", `{"title":7}`],
  // Bodies that are no task: none, malformed, no object, too large, of other types and charsets.
  ["POST", "/v1/tasks"],
  ["POST", "/v1/tasks", `{"title"`],
  ["POST", "/v1/tasks", "null"],
  ["POST", "/v1/tasks", `"Wash"`],
  ["POST", "/v1/tasks", `{"title":"${"x".repeat(200_000)}"}`],
  ["POST", "/v1/tasks", task, "text/plain"],
  ["POST", "/v1/tasks", "title=Wash", "application/x-www-form-urlencoded"],
  ["POST", "/v1/tasks", task, "application/vnd.api+json"],
  ["POST", "/v1/tasks", task, "application/json; charset=latin1"],
  ["OPTIONS", "/v1/tasks"],
  ["OPTIONS", "/v1/tasks/1"],
  ["PUT", "/v1/tasks"],
  ["PUT", "/v1/tasks", "{"],
  // Last, since the requests before ask for task 1.
  ["DELETE", "/v1/tasks/7"],
  ["DELETE", "/v1/tasks/1"],
  ["GET", "/v1/tasks/1"],
];

async function answerOf(server: string, [method, path, body, type = "application/json"]: Request) {
  const headers = { "Content-Type": type };
  const answer = await fetch(server + path, { method, ...(body !== undefined && { headers, body }) });
  const [contentType, allow] = ["content-type", "allow"].map((name) => answer.headers.get(name));
  return [answer.status, contentType, allow, await answer.text()].join(" ");
}

async function main() {
  let differences = 0;
  for (const request of requests) {
    const [old, now] = await Promise.all([answerOf(before, request), answerOf(after, request)]);
    if (old !== now) {
      differences++;
      console.log(`${request.join(" ").slice(0, 80)}\n- ${old}\n+ ${now}`);
    }
  }
  console.log(`${requests.length} requests, ${differences} different`);
  process.exitCode = differences === 0 ? 0 : 1;
}

void main();
