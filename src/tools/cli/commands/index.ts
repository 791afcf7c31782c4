import type { Command } from "../command";
import { changelogCommand } from "./changelog-command";
import { checkCommand } from "./check-command";
import { diffCommand } from "./diff-command";
import { fleetCommand } from "./fleet-command";
import { freezeCommand } from "./freeze-command";
import { impactCommand } from "./impact-command";
import { guideCommand } from "./guide-command";
import { initCommand } from "./init-command";
import { replayCommand } from "./replay-command";
import { retireCommand } from "./retire-command";
import { routesCommand } from "./routes-command";

export const commands: readonly Command[] = [
  routesCommand,
  freezeCommand,
  checkCommand,
  diffCommand,
  changelogCommand,
  guideCommand,
  impactCommand,
  fleetCommand,
  retireCommand,
  replayCommand,
  initCommand,
];
