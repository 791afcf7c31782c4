import { testCommands } from "../../support/commands";
import { makeProject } from "../../support/project";

// Each test starts processes, on a machine that may be busy.
jest.setTimeout(30_000);

testCommands(() => makeProject({ tsx: false }));
