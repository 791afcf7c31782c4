import type { App } from "../app/app";
import type { Command, CommandCall, CommandResult } from "./command";

/** A command on an App; its arguments are those after the module. */
interface AppCommand extends Omit<Command, "run"> {
  readonly run: (call: AppCommandCall) => CommandResult | Promise<CommandResult>;
}

/** A call of such a command. */
interface AppCommandCall extends CommandCall {
  /** The App, built: one with problems never gets to a command. */
  readonly app: App;
}

/** A command whose first argument is the module of an App. */
export function appCommand({ run, ...command }: AppCommand): Command {
  return {
    ...command,
    arguments: ["module", ...command.arguments],
    run: async (call) => {
      const app = await call.load(call.argument("module"), call.folder);
      app.Build();
      return run({ ...call, app });
    },
  };
}
