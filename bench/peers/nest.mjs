import "reflect-metadata";
import { randomUUID } from "node:crypto";
import {
  Catch,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  Version,
  VersioningType,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";

/** NestJS on Express, versioned as it versions: a controller per path, a method per version. */
export async function create({ paths }, answers) {
  class Root {}
  const controllers = Array.from({ length: paths }, (_, n) => controllerOf(n, answers));
  Module({ controllers })(Root);
  const app = await NestFactory.create(Root, { logger: false });
  app.enableVersioning({ type: VersioningType.URI });
  app.useGlobalFilters(notFoundFilter(answers));
  await app.init();
  return app.getHttpServer();
}

// Decorators are applied by hand: this file runs as it stands, and its classes are made in a loop.
function controllerOf(n, { thing }) {
  class Things {
    one(id) {
      return thing(id, "1");
    }
    two(id) {
      return thing(id, "2");
    }
  }
  for (const [name, version] of [
    ["one", "1"],
    ["two", "2"],
  ]) {
    const descriptor = Object.getOwnPropertyDescriptor(Things.prototype, name);
    Get(":id")(Things.prototype, name, descriptor);
    Version(version)(Things.prototype, name, descriptor);
    Param("id")(Things.prototype, name, 0);
  }
  Controller(`things-${n}`)(Things);
  return Things;
}

function notFoundFilter({ missing }) {
  class NotFound {
    catch(_exception, host) {
      const req = host.switchToHttp().getRequest();
      const id = randomUUID();
      host
        .switchToHttp()
        .getResponse()
        .status(404)
        .set("X-Request-Id", id)
        .json(missing(req.method, req.originalUrl, id));
    }
  }
  Catch(NotFoundException)(NotFound);
  return new NotFound();
}
