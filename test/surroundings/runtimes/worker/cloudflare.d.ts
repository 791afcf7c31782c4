declare module "cloudflare:node" {
  /** Gives requests to what listens at the port in this worker. */
  export function httpServerHandler(options: { readonly port: number }): object;
}
