import { callsOf } from "./calls";

void callsOf(process.argv[2] ?? "").then((told) => {
  console.log(JSON.stringify(told));
});
