/**
 * What differs between standard decorators and `experimentalDecorators` is written as blocks below their names, between two
 * comments that other readers of Markdown do not show:
 *
 *     <!-- tabs -->
 *     Standard decorators:
 *     (a block)
 *     `experimentalDecorators`:
 *     (a block)
 *     <!-- /tabs -->
 *
 * The site shows the blocks as tabs: VitePress's container `code-group`.
 */
export function withDecoratorTabs(page: string): string {
  return page.replaceAll(/^<!-- tabs -->\n([\s\S]*?)^<!-- \/tabs -->$/gm, (_, blocks: string) => {
    const tabs = [...blocks.matchAll(/^(.+):\n\n```(\w+)\n([\s\S]*?)\n```$/gm)];
    const shown = tabs.map(
      ([, name = "", language = "", text = ""]) =>
        `\`\`\`${language} [${name.replaceAll("`", "")}]\n${text}\n\`\`\``,
    );
    return `::: code-group\n\n${shown.join("\n\n")}\n\n:::`;
  });
}
