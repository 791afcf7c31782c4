import type { HTTPError } from "../core/model/http-error";
import { refusal } from "../core/model/refusals";
import type { RouteSecurity, SecurityQuestion } from "./questions";
import { admit } from "../core/request/request-state";
import { isOver, type Exchange, type Step } from "../core/request/exchange";

/** Answers 401 unless the request meets every security requirement of the route. */
export function securityStep(security: RouteSecurity): Step {
  return (next) => (exchange) => {
    refusedBy(security, exchange).then(
      (refused) => {
        if (!refused) next(exchange);
        else if (!isOver(exchange)) exchange.fail(exchange, refused);
      },
      (error: unknown) => {
        exchange.fail({ ...exchange, hint }, error);
      },
    );
  };
}

const hint =
  "; authenticate of a SecurityScheme threw this error: return undefined for wrong credentials, and the client gets a 401";

type Answers = Map<SecurityQuestion, boolean>;

async function refusedBy(security: RouteSecurity, exchange: Exchange): Promise<HTTPError | undefined> {
  const answers: Answers = new Map();
  for (const alternatives of security) {
    if (!(await isMet(alternatives, answers, exchange))) return unauthenticated(answers);
  }
  return undefined;
}

async function isMet(
  alternatives: RouteSecurity[number],
  answers: Answers,
  exchange: Exchange,
): Promise<boolean> {
  for (const alternative of alternatives) {
    if (alternative.kind === "anonymous") return true;
    if (isOver(exchange)) return false;
    const admits = answers.get(alternative) ?? (await ask(alternative, exchange));
    answers.set(alternative, admits);
    if (admits) return true;
  }
  return false;
}

async function ask({ scheme, scopes }: SecurityQuestion, { req, admitted }: Exchange): Promise<boolean> {
  const known = scopes.length === 0 ? admitted?.find((admission) => admission.scheme === scheme) : undefined;
  if (known) {
    admit(req, scheme, known.principal);
    return true;
  }
  // A call of `scheme.authenticate()` would pass `scheme`, an internal object, to the application as `this`.
  const { authenticate } = scheme;
  const principal = await authenticate(req, scopes);
  if (!principal) return false;
  admit(req, scheme, principal);
  return true;
}

function unauthenticated(answers: Answers): HTTPError {
  // Two schemes may have challenges that differ only in case, which means the same (RFC 9110, 11.1).
  const challenges = new Map<string, string>();
  for (const { challenge } of answers.keys()) {
    const key = challenge.toLowerCase();
    if (!challenges.has(key)) challenges.set(key, challenge);
  }
  return refusal("unauthenticated", [], {
    headers: { "WWW-Authenticate": [...challenges.values()].join(", ") },
  });
}
