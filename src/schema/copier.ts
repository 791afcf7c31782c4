type Copy = (value: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * Copies the own members of similar objects.
 *
 * At each place in the code V8 remembers how to copy up to four shapes of objects as a whole; with more shapes it
 * copies member by member, in twice the time. So there are several such places, and each copier takes one at its first
 * copy.
 */
export class Copier {
  #copy: Copy | undefined;

  copy(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return (this.#copy ??= nextPlaces.next().value)(value);
  }
}

/** Not one function in a loop: all its copies would share one place. */
const places: readonly Copy[] = [
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
  (value) => ({ ...value }),
];

function* rounds(): Generator<Copy, never> {
  for (;;) yield* places;
}

const nextPlaces = rounds();
