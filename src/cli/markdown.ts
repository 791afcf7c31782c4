/** Text as Markdown code. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Escapes the characters that have a meaning in Markdown. */
export function escape(text: string): string {
  return text.replaceAll(/[\\`*<[\]]/g, "\\$&");
}

/** Markdown text as one item of a list. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
