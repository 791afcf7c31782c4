import express, { type Request } from "express";
import { App, Get, Router, Summary } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

@Router("/hello")
class HelloController {
  @Get("/{name}", Summary("Greet somebody"))
  greet(req: Request<{ name: string }>) {
    return { hello: req.params.name };
  }
}

const app = new App({ Title: "Hello" });
app.Get("/", () => "Hello, world!", Summary("Greet everybody"));
app.Include(HelloController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
