import type { Server } from "node:http";
import type { App } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { selfSigned } from "../../support/self-signed";

/** The kind of server that is driven over TLS. */
export const overTLS = "CreateServer(App, { TLS })";

export function isTLS(kind: string | undefined): boolean {
  return kind === overTLS;
}

export function withTLS(app: App): Server {
  return CreateServer(app, { TLS: selfSigned });
}
