import type { AppOptions } from "versioned-controllers";
import { Recorder, type RecorderOptions } from "versioned-controllers/recordings";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { until } from "../../support/wait";
import type { RecordedLine } from "../../../src/records/recorded-line";
import type { App } from "versioned-controllers";

/** A served App with a recorder, and the lines that the recorder has written. */
export async function recorded(appOf: (options: AppOptions) => App, options: Partial<RecorderOptions> = {}) {
  const texts: string[] = [];
  const recorder = Recorder({ Write: (line) => void texts.push(line), Redact: [], Share: 1, ...options });
  const Logger = recordingLogger();
  const server = await serve(appOf({ ...recorder.Options, Logger }));
  const counted = (): number => {
    const { Recorded, LeftOut } = recorder.Counts();
    return Recorded + LeftOut;
  };
  return {
    ...server,
    Logger,
    recorder,
    texts,
    lines: () => texts.map((text) => JSON.parse(text) as RecordedLine),
    /** Sends a request that a recorder must count, and waits until it has. */
    count: async (...request: Parameters<typeof server.ask>) => {
      const before = counted();
      const answer = await server.ask(...request);
      await until(() => counted() > before);
      return answer;
    },
  };
}
