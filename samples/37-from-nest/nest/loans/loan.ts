import { IsEnum, IsInt, IsOptional } from "class-validator";

export interface Loan {
  readonly id: number;
  readonly bookId: number;
  readonly reader: string;
  readonly due: string;
}

export class NewLoan {
  @IsInt({ message: "must be a whole number" })
  bookId!: number;
}

export enum Whose {
  mine = "mine",
  all = "all",
}

export class LoansQuery {
  @IsOptional()
  @IsEnum(Whose, { message: "must be mine or all" })
  whose: Whose = Whose.mine;
}
