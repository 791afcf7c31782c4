import { appWing } from "../core/wings/wing";
import { documentedSecurity } from "./security-objects";
import { checkVersionSchemes } from "./security-rules";

/** The wing of security, which `WithSecurity` and each scheme bring to an App. */
export const securityWing = appWing("security", {
  rules: [checkVersionSchemes],
  security: [documentedSecurity],
});
