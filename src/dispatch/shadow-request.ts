import type { Request, Response } from "express";
import { shareAdmissions } from "../request/admissions";
import { shareState } from "../request/request-state";

/**
 * The same request for a second handler, before the first one's input is written to it: neither sees the other's
 * writes. It must not read the body's stream, which both share.
 */
export function secondView(req: Request): Request {
  const { params, headers, query } = req;
  const body: unknown = req.body;
  const { cookies } = req as { readonly cookies?: unknown };
  const view = Object.create(req, {
    params: own(Object.assign(Object.create(null) as Request["params"], params)),
    headers: own({ ...headers }),
    query: own(copied(query)),
    body: own(copied(body)),
    ...(cookies === undefined ? {} : { cookies: own(copied(cookies)) }),
    next: own(undefined),
    // A client's cached answer must not empty the answers: both are compared.
    fresh: own(false),
    stale: own(true),
  }) as Request;
  shareState(req, view);
  shareAdmissions(req, view);
  return view;
}

/** Connects a view of a request with its own response. */
export function answeredBy(view: Request, res: Response): void {
  Object.defineProperty(view, "res", own(res));
}

function own(value: unknown): PropertyDescriptor {
  return { value, configurable: true, enumerable: true, writable: true };
}

/** A validator may write to its argument. A value that cannot be copied, such as a file's stream, is shared. */
function copied(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
