import { Module } from "@nestjs/common";
import { ReadersStore } from "../common/readers";
import { BooksController } from "./books.controller";
import { BooksStore } from "./books.store";

@Module({ controllers: [BooksController], providers: [BooksStore, ReadersStore], exports: [BooksStore] })
export class BooksModule {}
