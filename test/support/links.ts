/**
 * A Link with the address that its successor-version leads to, for the client of a request's path; that of a client behind a
 * prefix, which a proxy strips, has the prefix too.
 */
export function resolvedLink(link: string | readonly string[] | undefined, path: string): string | undefined {
  return link?.toString().replace(/<([^>]*)>; rel="successor-version"/, (_, reference: string) => {
    if (reference.startsWith("/")) throw new Error(`${reference} is no relative reference`);
    const [own, behind] = ["", "/shop/api"].map((prefix) => {
      const { pathname, search } = new URL(reference, `http://test${prefix}${path}`);
      return pathname + search;
    });
    if (behind !== `/shop/api${own}`) throw new Error(`behind a prefix it leads to ${behind}`);
    return `<${own}>; rel="successor-version"`;
  });
}
