import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

/** Resolves once the condition holds, looking in the next turns and then every few milliseconds; jest's time-out ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50 && !condition(); turn++) await nextTurn();
  while (!condition()) await sleep(2);
}

/** A promise that the test opens. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    open: () => {
      open();
    },
  };
}
