// Types of packages that have none: no more of each than the cases call.

declare module "cookie-session" {
  import type { RequestHandler } from "express";
  export default function cookieSession(options: object): RequestHandler;
}

declare module "finalhandler" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  type Final = (error: unknown) => void;
  export default function finalhandler(req: IncomingMessage, res: ServerResponse, options: object): Final;
}

declare module "on-finished" {
  function onFinished(message: object, listener: (error: Error | null) => void): void;
  namespace onFinished {
    function isFinished(message: object): boolean | undefined;
  }
  export default onFinished;
}
