import * as main from "versioned-controllers";
import { settingOf } from "../../src/core/declare/option";
import { says, type OptionObject } from "../../src/core/model/setting";
import { isCollector } from "../../src/core/model/value";

/** Every option that the package exports, as the code of the package knows it. */
export const everyOption: readonly OptionObject[] = Object.values(main).flatMap((made) => {
  if (typeof made !== "function" || !Object.hasOwn(made, says) || isCollector(made)) return [];
  const call = made as (argument: unknown) => unknown;
  const setting =
    call === main.Router ? undefined : settingOf(call(main.DefineVersions("1", "2").Change("2", "A change")));
  return setting?.kind === "option" ? setting.option : [];
});
