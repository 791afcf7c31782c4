import { withParameter, type MediaTypeParameter } from "../http/field-values";
import { isSuccess } from "../http/status";
import type { Step } from "../request/exchange";
import { changeInHead, headChanger } from "../request/head";

/** Adds the version to the Content-Type of every successful JSON response, whoever writes it. */
export function contentTypeStep(parameter: MediaTypeParameter): Step {
  // Hot path: nearly all responses have the same type, which need not be parsed again.
  let last: { readonly type: string; readonly named: string | undefined } | undefined;
  const namedType = (type: string | undefined): string | undefined => {
    if (type === undefined) return undefined;
    if (last?.type !== type) last = { type, named: withParameter(type, parameter) };
    return last.named;
  };
  const nameVersion = headChanger((res, args) => {
    if (isSuccess(Number(args[0]))) changeInHead(res, args, "Content-Type", namedType);
  });
  return (next) => (exchange) => {
    nameVersion(exchange.res);
    next(exchange);
  };
}
