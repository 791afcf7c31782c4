import express, { type Request } from "express";
import { pino } from "pino";
import { pinoHttp } from "pino-http";
import {
  App,
  Get,
  RequestID,
  RouteOf,
  Router,
  Summary,
  VersioningHeader,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/cats", WithVersion("1"))
class CatsController {
  @Get("/", Summary("The cats"))
  list(req: Request) {
    req.log.info("counting cats");
    return ["Tom", "Kitty"];
  }

  @Get("/broken", Summary("What fails"))
  broken() {
    throw new Error("the litter box is full");
  }
}

const logger = pino();
const app = new App({
  Title: "Cats",
  Versioning: { Type: VersioningHeader, Header: "X-API-Version" },
  // Its lines about failed requests carry request_id, as the client sees it in the error body.
  Logger: logger,
});
app.Use(
  pinoHttp({
    logger,
    genReqId: (req, res) => {
      const id = RequestID(req);
      res.setHeader("X-Request-Id", id);
      return id;
    },
    customAttributeKeys: { reqId: "request_id" },
    quietReqLogger: true,
    customProps: (req) => ({ route: RouteOf(req)?.Path, version: VersionOf(req) }),
  }),
);
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
