import { testCommands } from "../../support/commands";
import { makeProjectInProcess } from "../../support/project";

testCommands(makeProjectInProcess);
