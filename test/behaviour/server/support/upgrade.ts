import type { Server } from "node:http";
import type { Duplex } from "node:stream";

/** Lets a server upgrade to a protocol that says what was asked for, and no more. */
export function withUpgrade<S extends Server>(server: S): S {
  return server.on("upgrade", (req, socket: Duplex) => {
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\nupgraded ${String(req.url)}`);
  });
}
