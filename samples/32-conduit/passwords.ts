import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyLength = 64; // bytes

/** Salt and key, in hexadecimal digits. */
export async function hashOf(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyLength);
  return `${salt.toString("hex")}:${key.toString("hex")}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(":");
  return timingSafeEqual(
    await derive(password, Buffer.from(salt, "hex"), keyLength),
    Buffer.from(key, "hex"),
  );
}
