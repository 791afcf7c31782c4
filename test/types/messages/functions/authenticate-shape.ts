// `authenticate` gives another principal than the scheme says.
import { SecurityScheme } from "versioned-controllers";

interface User {
  readonly id: number;
  readonly role: string;
}

export const Key = new SecurityScheme<User>("key", { type: "apiKey", name: "key", in: "header" }, () => ({
  id: 1,
}));
