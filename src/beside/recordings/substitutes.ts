import { createCipheriv, createHmac, randomBytes } from "node:crypto";

// The key never leaves the process, so nobody can find the text of a substitute by trying texts.
const key = randomBytes(32);

/**
 * Returns a text of the same length, with other letters and digits in place of letters and digits. Equal texts have
 * equal substitutes while the process lives.
 */
export function substituteText(text: string): string {
  const noise = noiseFor(text);
  let made = "";
  for (const sign of text) {
    const other = otherSign(sign, noise.readUInt8(made.length));
    // A sign outside of the Basic Multilingual Plane counts as two characters.
    made += other === sign ? sign : other.repeat(sign.length);
  }
  return made;
}

/** Returns a number with as many digits. The substitute of 42 is the number in the substitute of "42". */
export function substituteNumber(number: number): number {
  return Number(String(number).replace(/^[^e]+/, substituteText));
}

function noiseFor(text: string): Buffer {
  const seed = createHmac("sha256", key).update(text).digest();
  const cipher = createCipheriv("aes-128-ctr", seed.subarray(0, 16), seed.subarray(16));
  return cipher.update(Buffer.alloc(text.length));
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Without zero, because a number must not begin with it. */
const digits = "123456789";

/** Marks count as letters, because some scripts write vowels with them. */
function otherSign(sign: string, noise: number): string {
  if (/\p{N}/u.test(sign)) return otherOf(digits, sign, noise);
  if (!/[\p{L}\p{M}]/u.test(sign)) return sign;
  const other = otherOf(letters, sign.toLowerCase(), noise);
  return sign === sign.toLowerCase() ? other : other.toUpperCase();
}

/** Returns one of the signs, but never the given one. */
function otherOf(signs: string, given: string, noise: number): string {
  const at = signs.indexOf(given);
  const other = at === -1 ? noise % signs.length : (at + 1 + (noise % (signs.length - 1))) % signs.length;
  return signs.charAt(other);
}
