import { once } from "node:events";
import { Server, type AddressInfo } from "node:net";
import { format } from "node:util";

/*
 * Runs the programs that it is given, one after the other, and tells its parent of each. Whatever port a
 * program listens on, a free one takes its place.
 */

/** The outcome of one program. */
export interface Running {
  readonly file: string;
  /** The port written, and the one in its place. */
  readonly ports: readonly (readonly [number, number])[];
  /** The text that it has printed. */
  readonly output: string;
  readonly error?: string;
}

const opened: { readonly written: number; readonly server: Server }[] = [];
const printed: string[] = [];

// Stands in for the real one: a program's port may be taken.
const listen = Reflect.get(Server.prototype, "listen") as (...args: unknown[]) => Server;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  opened.push({ written: Number(args[0]), server: this });
  return listen.call(this, 0, "127.0.0.1", ...args.filter((arg) => typeof arg === "function"));
};
// eslint-disable-next-line no-console -- what a program prints is held to what its page shows
console.log = (...args: unknown[]) => {
  printed.push(format(...args));
};

async function main(files: readonly string[]): Promise<void> {
  for (const file of files) process.send?.(await run(file));
}

async function run(file: string): Promise<Running> {
  opened.length = 0;
  printed.length = 0;
  try {
    await import(file);
    for (const { server } of opened) if (!server.listening) await once(server, "listening");
    // What a program prints once a promise is kept, it prints before this.
    await new Promise((resolve) => setImmediate(resolve));
    return { file, ports: opened.map(portsOf), output: printed.join("\n") };
  } catch (error) {
    return {
      file,
      ports: [],
      output: "",
      error: error instanceof Error ? String(error.stack) : String(error),
    };
  }
}

function portsOf({ written, server }: (typeof opened)[number]): readonly [number, number] {
  return [written, (server.address() as AddressInfo).port];
}

// The parent ends this process, and with it every server.
process.once("disconnect", () => process.exit());
void main(process.argv.slice(2));
