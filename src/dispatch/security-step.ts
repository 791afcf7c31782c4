import type { HTTPError } from "../model/http-error";
import { refusal } from "../model/refusals";
import type { RouteSecurity, SecurityQuestion } from "../model/serving";
import { admit } from "../request/admissions";
import { isOver, type Exchange, type Step } from "../request/exchange";

/** Asks who asks: every need is met by the first of its ways that admits, else the answer is 401. */
export function securityStep(security: RouteSecurity): Step {
  return (next) => (exchange) => {
    refusedBy(security, exchange).then(
      (refused) => {
        if (!refused) next(exchange);
        else if (!isOver(exchange)) exchange.fail(exchange, refused);
      },
      (error: unknown) => {
        exchange.fail(exchange, error);
      },
    );
  };
}

/** The questions that were asked of one match, in order, and whether each of them admitted. */
type Answers = Map<SecurityQuestion, boolean>;

async function refusedBy(security: RouteSecurity, exchange: Exchange): Promise<HTTPError | undefined> {
  const answers: Answers = new Map();
  for (const ways of security) {
    if (!(await isMet(ways, answers, exchange))) return unauthenticated(answers);
  }
  return undefined;
}

async function isMet(ways: RouteSecurity[number], answers: Answers, exchange: Exchange): Promise<boolean> {
  for (const way of ways) {
    if (way.kind === "anonymous") return true;
    // Nobody waits for the answer any more.
    if (isOver(exchange)) return false;
    const admits = answers.get(way) ?? (await ask(way, exchange));
    answers.set(way, admits);
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
  // Without `this`: what stands behind a scheme is not its function's to see.
  const { authenticate } = scheme;
  const principal = await authenticate(req, scopes);
  if (!principal) return false;
  admit(req, scheme, principal);
  return true;
}

function unauthenticated(answers: Answers): HTTPError {
  // The name of an authentication scheme knows no case (RFC 9110, 11.1); two questions may have one challenge.
  const challenges = new Map<string, string>();
  for (const { challenge } of answers.keys()) {
    const key = challenge.toLowerCase();
    if (!challenges.has(key)) challenges.set(key, challenge);
  }
  return refusal("unauthenticated", [], {
    headers: { "WWW-Authenticate": [...challenges.values()].join(", ") },
  });
}
