import type { Response } from "express";

const awaited = new WeakSet<Response>();

/** Whether `res.json` has been given the answer already, and waits for what that carries. */
export function isAwaited(res: Response): boolean {
  return awaited.has(res);
}

/** Says so until the promise has settled, whose rejection it leaves to others, or the request is passed on. */
export function awaitFor(res: Response, answer: Promise<unknown>): void {
  awaited.add(res);
  const settled = (): void => {
    endAwait(res);
  };
  answer.then(settled, settled);
}

/** The answer is somebody else's from here on. */
export function endAwait(res: Response): void {
  awaited.delete(res);
}
