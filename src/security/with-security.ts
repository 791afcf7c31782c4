import { optionMaker } from "../core/declare/option";
import { header } from "../http/answer-headers";
import { securityNeeds } from "../core/model/contract";
import type { SecurityNeed } from "../core/model/security";
import type { OptionObject } from "../core/model/setting";
import { compileSecurity } from "./questions";
import { refuses, requirementsOf } from "./security-objects";
import { checkNeed, checkSecurityNames } from "./security-rules";
import { needOf } from "./security-scheme";
import type { SecurityRequirement } from "../types/security";
import { securityStep } from "./security-step";
import { securityWing } from "./wing";

const challenge = header("WWW-Authenticate", "401", "How to authenticate (RFC 9110, 11.6.1)");

const places = { home: "both", onWebhook: false, inBefore: "both" } as const;

const security: OptionObject<readonly SecurityNeed[], readonly SecurityNeed[] | undefined, typeof places> = {
  ...securityNeeds,
  name: "WithSecurity",
  places,
  repeats: "replaces",
  subject: undefined,
  traits: ["access", "held"],
  arguments: [],
  check: ({ where }, { value }) => value.flatMap((need) => checkNeed(where, need)),
  ofApp: { problems: checkSecurityNames, wing: securityWing },
  join: (_, { value }) => value,
  within: undefined,
  writes: (needs) => ({ security: requirementsOf(needs) }),
  headers: (needs) => (refuses(needs) ? [challenge] : []),
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
