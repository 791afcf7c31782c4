declare module "cloudflare:node" {
  /** Gives requests to what listens at the port in this worker. */
  export function httpServerHandler(options: { readonly port: number }): object;
}

declare module "cloudflare:workers" {
  /** The bindings that conduit.capnp declares. */
  export const env: { readonly DATABASE: { readonly fetch: typeof fetch } };
}
