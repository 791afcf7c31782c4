/** The program of samples/37-from-nest/nest/one-module, but a module mounts the App, for the path that is the argument. */
import { createRequire } from "node:module";
import { Inject, Module, ValidationPipe, VersioningType } from "@nestjs/common";
import { ModuleRef, NestFactory } from "@nestjs/core";

const built = createRequire(import.meta.url);
const { BooksModule } = built("./.built/books/books.module.js");
const { loansAPI } = built("./.built/one-module/loans.api.js");
const { LoansModule } = built("./.built/one-module/loans.module.js");
const [, , path] = process.argv;

class LibraryModule {
  constructor(moduleRef) {
    this.moduleRef = moduleRef;
  }

  configure(consumer) {
    consumer.apply(loansAPI(this.moduleRef).Build()).forRoutes(path);
  }
}
Inject(ModuleRef)(LibraryModule, undefined, 0);
Module({ imports: [BooksModule, LoansModule] })(LibraryModule);

const nest = await NestFactory.create(LibraryModule, { logger: ["error"] });
nest.setGlobalPrefix("api");
nest.enableVersioning({ type: VersioningType.URI });
nest.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
await nest.listen(process.env.PORT);
console.log((await nest.getUrl()).replace("[::1]", "localhost"));
process.once("SIGTERM", () => void nest.close());
