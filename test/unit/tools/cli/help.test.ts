import type { Command } from "../../../../src/tools/cli/command";
import { commands } from "../../../../src/tools/cli/commands";
import { commandHelp, programHelp } from "../../../../src/tools/cli/run";

const command: Command = {
  name: "a-very-long-name",
  arguments: [],
  summary: "does nothing",
  details: "Does nothing.",
  options: {},
  exits: "0 always",
  run: () => ({ output: "", code: 0 }),
};

it("the longest name of a command sets the width of the column", () => {
  const lines = programHelp([...commands, command]).split("\n");
  expect(lines).toContain("  a-very-long-name  does nothing");
  expect(lines).toContain("  routes            print which versions serve which routes");
});

it("a command may have neither arguments nor options", () => {
  expect(commandHelp(command)).toBe(
    [
      "Usage: versioned-controllers a-very-long-name",
      "",
      "Does nothing.",
      "",
      "  -h, --help  show this help",
      "",
      "Exit codes: 0 always",
      "",
    ].join("\n"),
  );
});

it("no two commands have one name", () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
