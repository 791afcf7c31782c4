/** The addresses in package.json; while the package has no public home, they are missing. */
export interface PublicAddresses {
  readonly repository?: string | { readonly url: string };
  readonly homepage?: string;
}

interface Link {
  readonly text: string;
  readonly link: string;
}

/** The address of the repository as a browser opens it: `https://github.com/a/b` of `git+https://github.com/a/b.git` or `github:a/b`. */
export function repositoryOf({ repository }: PublicAddresses): string | undefined {
  const url = typeof repository === "string" ? repository : repository?.url;
  return url
    ?.replace(/^git\+/, "")
    .replace(/^(?:github:)?([\w.-]+\/[\w.-]+)$/, "https://github.com/$1")
    .replace(/\.git$/, "");
}

/** Links to the repository and to the package, each only where package.json has its address. */
export function publicLinks(addresses: PublicAddresses): Link[] {
  const repository = repositoryOf(addresses);
  const { homepage } = addresses;
  return [
    ...(repository === undefined ? [] : [{ text: "Repository", link: repository }]),
    ...(homepage === undefined ? [] : [{ text: "Package", link: homepage }]),
  ];
}
