import type { Request, Response } from "express";
import { shareAdmissions } from "../request/admissions";
import { shareState } from "../request/request-state";

/**
 * The same request for a second handler, as it is before the first one's input is put into it: what one of them writes to it,
 * the other does not see. It must not read the body's stream, which is one for both.
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
    // A client that has the other's answer already is sent neither: both are compared.
    fresh: own(false),
    stale: own(true),
  }) as Request;
  shareState(req, view);
  shareAdmissions(req, view);
  return view;
}

/** Gives a view of a request its own response. */
export function answeredBy(view: Request, res: Response): void {
  Object.defineProperty(view, "res", own(res));
}

function own(value: unknown): PropertyDescriptor {
  return { value, configurable: true, enumerable: true, writable: true };
}

/** A validator may write into what it judges. What cannot be copied, such as a file's stream, is shared. */
function copied(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
