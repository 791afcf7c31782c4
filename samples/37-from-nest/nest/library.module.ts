import { Controller, Get, Module, VERSION_NEUTRAL } from "@nestjs/common";
import { BooksModule } from "./books/books.module";
import { LoansModule } from "./loans/loans.module";

@Controller({ path: "health", version: VERSION_NEUTRAL })
export class HealthController {
  @Get()
  health() {
    return { well: true };
  }
}

@Controller({ path: "hours", version: ["1", VERSION_NEUTRAL] })
export class HoursController {
  @Get()
  hours() {
    return { opens: "09:00", closes: "17:00" };
  }
}

@Module({ imports: [BooksModule, LoansModule], controllers: [HealthController, HoursController] })
export class LibraryModule {}
