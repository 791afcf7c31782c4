import { appWing } from "../core/wings/wing";
import { documentedSecurity } from "./security-objects";
import { checkVersionSchemes } from "./security-rules";

/** What an App needs for security schemes: `WithSecurity` and each scheme bring it. */
export const securityWing = appWing("security", {
  rules: [checkVersionSchemes],
  security: [documentedSecurity],
});
