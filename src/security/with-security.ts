import { optionMaker } from "../core/declare/option";
import { securityNeeds } from "../core/model/contract";
import type { SecurityNeed } from "../core/model/security";
import type { Option } from "../core/model/setting";
import { compileSecurity } from "./questions";
import { requirementsOf } from "./security-objects";
import { checkNeed, checkSecurityNames } from "./security-rules";
import { needOf, type SecurityRequirement } from "./security-scheme";
import { securityStep } from "./security-step";

const places = { home: "both", onWebhook: false, inBefore: "both" } as const;

const security: Option<readonly SecurityNeed[], readonly SecurityNeed[] | undefined, typeof places> = {
  ...securityNeeds,
  name: "WithSecurity",
  places,
  repeats: "replaces",
  subject: undefined,
  traits: ["access", "held"],
  arguments: [],
  check: ({ where }, { value }) => value.flatMap((need) => checkNeed(where, need)),
  ofApp: { problems: checkSecurityNames },
  join: (_, { value }) => value,
  within: undefined,
  writes: (needs) => ({ security: requirementsOf(needs) }),
  steps: (needs, { title }) => {
    const questions = compileSecurity(needs, title);
    return questions ? [securityStep(questions)] : [];
  },
};

/**
 * Authenticates requests, after middleware and before guards. A request gets a 401 unless it meets every requirement.
 *
 * The declaration nearest to the route replaces the others; `WithSecurity()` requires nothing.
 */
export const WithSecurity = optionMaker(
  security,
  (...requirements: SecurityRequirement[]) => requirements.map(needOf),
  Infinity,
);
