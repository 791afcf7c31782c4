import { ClassSerializerInterceptor, ValidationPipe, VersioningType } from "@nestjs/common";
import { NestFactory, Reflector } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import { LibraryFilter } from "./common/library.filter";
import { invalidFields } from "./common/invalid-fields";
import { LibraryModule } from "./library.module";

async function main(): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(LibraryModule, { logger: ["error", "warn"] });
  app.setGlobalPrefix("api", { exclude: ["health"] });
  app.enableVersioning({ type: VersioningType.URI });
  app.useGlobalPipes(
    new ValidationPipe({ whitelist: true, transform: true, exceptionFactory: invalidFields }),
  );
  app.useGlobalFilters(new LibraryFilter());
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
  await app.listen(process.env.PORT ?? 3000);
  console.log((await app.getUrl()).replace("[::1]", "localhost"));
  process.once("SIGTERM", () => void app.close());
}

void main();
