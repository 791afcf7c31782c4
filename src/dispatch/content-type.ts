import { withParameter, type MediaTypeParameter } from "../http/content-type";
import { isSuccess } from "../http/status";
import type { Step } from "./exchange";
import { changeInHead, headChanger } from "./head";

/** Says in the Content-Type of every success that is JSON which version it is of, whoever writes it. */
export function contentTypeStep(parameter: MediaTypeParameter): Step {
  const nameVersion = headChanger((res, args) => {
    if (!isSuccess(Number(args[0]))) return;
    changeInHead(res, args, "Content-Type", (existing) =>
      existing === undefined ? undefined : withParameter(existing, parameter),
    );
  });
  return (next) => (exchange) => {
    nameVersion(exchange.res);
    next(exchange);
  };
}
