/** A Logger that keeps what it is called with, and is silent. */
export function recordingLogger(): { warn: jest.Mock; error: jest.Mock } {
  return { warn: jest.fn(), error: jest.fn() };
}
