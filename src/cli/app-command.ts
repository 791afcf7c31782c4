import type { App } from "../app/app";
import { type Command, type CommandCall, type CommandResult, Unusable } from "./command";
import type { OpenAPIDocument } from "../model/openapi";
import type { Version } from "../model/version";
import { unansweredVersion } from "../model/versioning";

/** A command on an App; its arguments are those after the module. */
interface AppCommand extends Omit<Command, "run"> {
  readonly run: (call: AppCommandCall) => CommandResult | Promise<CommandResult>;
}

/** A call of such a command. */
interface AppCommandCall extends CommandCall {
  /** The built App: one with problems never reaches a command. */
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

/**
 * The document of a version named on the command line.
 *
 * @throws Unusable, with the list of versions, if no route answers it.
 */
export function documentNamed(app: App, version: Version): OpenAPIDocument {
  const versions = app.Versions();
  if (versions.includes(version)) return app.Document(version);
  throw new Unusable(unansweredVersion(version, versions));
}
