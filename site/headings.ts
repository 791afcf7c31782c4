/** The anchor of a heading as GitHub makes it: lower case, spaces to hyphens, other punctuation dropped. One link then works on the site and in the package. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}
