/** Text as code of Markdown. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Escapes the characters that Markdown reads as more than text. */
export function escape(text: string): string {
  return text.replaceAll(/[\\`*<[\]]/g, "\\$&");
}

/** Text that is Markdown already, as one item of a list. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
