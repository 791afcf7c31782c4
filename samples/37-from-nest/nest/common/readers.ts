import {
  createParamDecorator,
  ForbiddenException,
  Injectable,
  SetMetadata,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import type { Request } from "express";

export interface Reader {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Who has which token. */
@Injectable()
export class ReadersStore {
  readonly #byToken = new Map<string, Reader>([
    ["token-of-ann", { name: "ann", scopes: ["loans"] }],
    ["token-of-lea", { name: "lea", scopes: ["loans", "books:write"] }],
  ]);

  byToken(token: string): Reader | undefined {
    return this.#byToken.get(token);
  }
}

type KnownRequest = Pick<Request, "get"> & { reader?: Reader };

export const Scopes = (...scopes: string[]) => SetMetadata("scopes", scopes);

/** Admits readers that have every scope which the method and its controller ask for. */
@Injectable()
export class ReaderGuard implements CanActivate {
  constructor(
    private readonly readers: ReadersStore,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const req = context.switchToHttp().getRequest<KnownRequest>();
    const [, token = ""] = /^Bearer (\S+)$/.exec(req.get("authorization") ?? "") ?? [];
    const reader = this.readers.byToken(token);
    if (!reader) throw new UnauthorizedException();
    const places = [context.getHandler(), context.getClass()];
    const scopes = this.reflector.getAllAndMerge<string[]>("scopes", places);
    if (!scopes.every((scope) => reader.scopes.includes(scope))) throw new ForbiddenException();
    req.reader = reader;
    return true;
  }
}

/** The reader whom the guard has admitted. */
export function readerOf({ reader }: KnownRequest): Reader {
  if (!reader) throw new UnauthorizedException();
  return reader;
}

export const CurrentReader = createParamDecorator((_: unknown, context: ExecutionContext) =>
  readerOf(context.switchToHttp().getRequest<KnownRequest>()),
);
