import { Exclude } from "class-transformer";
import { ArrayNotEmpty, IsArray, IsString, Length } from "class-validator";

export class Book {
  id!: number;
  title!: string;
  authors!: string[];

  @Exclude()
  cost!: number;

  constructor(book: Book) {
    Object.assign(this, book);
  }
}

export class NewBook {
  @IsString({ message: "must be a text of 1 to 200 characters" })
  @Length(1, 200, { message: "must be a text of 1 to 200 characters" })
  title!: string;

  @IsArray({ message: "must be a list of names" })
  @ArrayNotEmpty({ message: "must be a list of names" })
  @IsString({ each: true, message: "must be a list of names" })
  authors!: string[];
}
