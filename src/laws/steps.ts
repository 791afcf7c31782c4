import {
  Nothing,
  type Convert,
  type History,
  type HistoryUse,
  type Link,
  type LinkSchema,
} from "../model/history";
import type { Version } from "../model/version";
import { nameOfStep } from "../history/step-name";

/** One step of a history, between what is older (or a face) and what is newer (or what the face is of). */
export interface LawStep {
  readonly name: string;
  readonly older: LinkSchema;
  readonly newer: LinkSchema;
  /** The way of a request; undefined where none comes this way. */
  readonly up: Convert | undefined;
  /** Whether requests alone come this way that send texts: then what Up gives may be the newer schema's output. */
  readonly isText: boolean;
  /** The way of a response; undefined where none goes this way. */
  readonly down: Convert | undefined;
  readonly lossy: boolean;
  /** Whether the newer schema may refuse what Up gives. */
  readonly stricter: boolean;
  /** Whether some answer is what the step gives, and not only what holds it. */
  readonly isAnswer: boolean;
}

/** Every step of the histories once, newest first; of what `Within` lifted, the step that it lifted. */
export function stepsOf(uses: readonly HistoryUse[], newest: Version): readonly LawStep[] {
  const histories = new Map<History, StepsUse>();
  for (const use of uses) {
    for (let history: History | undefined = use.history; history; history = history.within?.history) {
      const known = histories.get(history);
      histories.set(history, {
        history,
        takes: use.takes || known?.takes === true,
        isText: known?.takes ? known.isText && (use.isText || !use.takes) : use.isText,
        gives: use.gives || known?.gives === true,
        isAnswer: (use.gives && history === use.history) || known?.isAnswer === true,
      });
    }
  }
  return [...histories.values()].flatMap((use) => stepsOfHistory(use, newest));
}

interface StepsUse extends HistoryUse, Pick<LawStep, "isAnswer"> {}

function stepsOfHistory(use: StepsUse, newest: Version): readonly LawStep[] {
  const { links, within } = use.history;
  return links.flatMap((link, i) => {
    const inner = within?.history.links[i];
    // A link that was lifted may have got its face afterwards.
    const face = inner?.face ? [] : faceStep(link, use, newest);
    return [...(inner ? [] : changeStep(link, links[i - 1], use)), ...face];
  });
}

function changeStep(
  link: Link,
  newer: Link | undefined,
  { takes, gives, isText, isAnswer }: StepsUse,
): readonly LawStep[] {
  if (!newer) return [];
  return [
    {
      name: link.name,
      older: link.schema,
      newer: newer.schema,
      up: takes ? link.up : undefined,
      down: gives && link.schema !== Nothing ? link.down : undefined,
      lossy: link.lossy !== undefined,
      stricter: link.stricter !== undefined,
      isText,
      isAnswer,
    },
  ];
}

function faceStep(
  { face, schema, change }: Link,
  { takes, gives, isText, isAnswer }: StepsUse,
  newest: Version,
): readonly LawStep[] {
  if (!face) return [];
  return [
    {
      name: `the face of ${change ? nameOfStep(change) : `version ${newest}`}`,
      older: face.schema,
      newer: schema,
      up: takes ? face.up : undefined,
      down: gives ? face.down : undefined,
      lossy: false,
      stricter: false,
      isText,
      isAnswer,
    },
  ];
}
