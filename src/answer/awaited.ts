import type { Response } from "express";

const awaited = new WeakSet<Response>();

/** True if `res.json` has the answer already, and waits for carried values. */
export function isAwaited(res: Response): boolean {
  return awaited.has(res);
}

/**
 * Marks the response until the promise settles, whose rejection is handled elsewhere, or until the request is passed
 * on.
 */
export function awaitFor(res: Response, answer: Promise<unknown>): void {
  awaited.add(res);
  const settled = (): void => {
    endAwait(res);
  };
  answer.then(settled, settled);
}

/** From here on another handler answers. */
export function endAwait(res: Response): void {
  awaited.delete(res);
}
