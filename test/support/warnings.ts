const messages: string[] = [];

/** For test/support/setup.ts: the console, which is the default logger, keeps the messages of warnings and errors here. */
export function keepMessage(message: string): void {
  messages.push(message);
}

/** The messages since the last call. A test fails if it leaves one here, so a test that expects a warning takes it. */
export function takeMessages(): readonly string[] {
  return messages.splice(0);
}
