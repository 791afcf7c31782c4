import type { IncomingMessage } from "node:http";
import type { Request } from "express";
import type { AppOptions } from "../model/app-options";
import { headerLines } from "../../http/header-lines";
import { isUUID, takeRejection } from "../model/value";
import { writeLog } from "../errors/log";
import type { IDSource } from "../request/request-state";

/** Returns the source of request ids; undefined if the package creates a UUID for each request. */
export function requestIDSource({
  RequestID,
  TrustRequestID = false,
  Logger = console,
}: Pick<AppOptions, "RequestID" | "TrustRequestID" | "Logger">): IDSource | undefined {
  const trusted = TrustRequestID ? clientID : undefined;
  if (!RequestID) return trusted;
  let isTold = false;
  const failed = (err: unknown): void => {
    if (isTold) return;
    isTold = true;
    writeLog(Logger, "error", "AppOptions.RequestID failed, so the request gets a new id", { err });
  };
  const own = (req: IncomingMessage): string | undefined => {
    try {
      const id: unknown = RequestID(req as Request);
      takeRejection(id, failed);
      return typeof id === "string" && sendableID.test(id) ? id : undefined;
    } catch (error) {
      failed(error);
      return undefined;
    }
  };
  return trusted ? (req) => own(req) ?? trusted(req) : own;
}

const sendableID = /^[\x21-\x7e]{1,128}$/;

/** Returns the client's X-Request-Id, if the request has exactly one, and its value is a UUID. */
function clientID(req: IncomingMessage): string | undefined {
  const lines = headerLines(req, "x-request-id");
  const [id] = lines;
  return lines.length === 1 && id !== undefined && isUUID(id) ? id : undefined;
}
