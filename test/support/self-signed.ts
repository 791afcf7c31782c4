import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A key and its certificate for localhost, which nothing but these tests trusts. */
export const selfSigned = {
  key: readFileSync(join(__dirname, "self-signed-key.pem")),
  cert: readFileSync(join(__dirname, "self-signed-cert.pem")),
};
