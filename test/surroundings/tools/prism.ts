import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

const PRISM = join(__dirname, "node_modules/@stoplight/prism-cli/dist/index.js");
const PATIENCE = 120_000;

/** A proxy that holds each request and answer against a document, and answers by itself where they do not fit. */
export interface Prism {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

export async function startPrism(document: string, upstream: string): Promise<Prism> {
  const port = String(await freePort());
  const proxy = ["proxy", document, upstream, "--errors", "--host", "127.0.0.1", "--port", port];
  const prism = spawn(process.execPath, [PRISM, ...proxy], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(prism, "close");
  const stop = (): Promise<unknown> => {
    prism.kill("SIGKILL");
    return ended;
  };
  let said = "";
  const started = new Promise<void>((resolve, reject) => {
    const deadline = setTimeout(() => {
      reject(new Error(`prism is not up after ${PATIENCE} ms: ${said}`));
    }, PATIENCE);
    const read = (text: string): void => {
      said += text;
      if (!said.includes("Prism is listening")) return;
      clearTimeout(deadline);
      resolve();
    };
    prism.stdout.setEncoding("utf8").on("data", read);
    prism.stderr.setEncoding("utf8").on("data", read);
    prism.once("close", () => {
      clearTimeout(deadline);
      reject(new Error(`prism has ended: ${said}`));
    });
  });
  try {
    await started;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Prism takes no port 0: that of a server which is closed is free. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return address instanceof Object ? address.port : 0;
}
