import { Module, ValidationPipe, VersioningType } from "@nestjs/common";
import { ModuleRef, NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import { BooksModule } from "../books/books.module";
import { loansAPI } from "./loans.api";
import { LoansModule } from "./loans.module";

@Module({ imports: [BooksModule, LoansModule] })
class LibraryModule {}

async function main(): Promise<void> {
  const nest = await NestFactory.create<NestExpressApplication>(LibraryModule, {
    logger: ["error", "warn"],
  });
  nest.setGlobalPrefix("api");
  nest.enableVersioning({ type: VersioningType.URI });
  nest.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
  nest.use("/api", loansAPI(nest.get(ModuleRef)).Build());
  await nest.listen(process.env.PORT ?? 3000);
  console.log((await nest.getUrl()).replace("[::1]", "localhost"));
  process.once("SIGTERM", () => void nest.close());
}

void main();
