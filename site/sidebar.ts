import { groupsOfIndex } from "../tools/pages-index";

/** A group of the sidebar, as VitePress takes it; the first is open. */
export interface SidebarGroup {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: { readonly text: string; readonly link: string }[];
}

/** The groups of docs/README.md with their pages: a page that is missing there is missing in the sidebar, and fails a test. */
export function sidebarOf(index: string): SidebarGroup[] {
  return groupsOfIndex(index).map(({ title, pages }, position) => ({
    text: title,
    collapsed: position > 0,
    items: pages.map((page) => ({ text: page.title, link: addressOf(page.path) })),
  }));
}

/** `reference/README.md` is the page `/reference/`, `errors.md` the page `/errors.html`. */
function addressOf(path: string): string {
  return `/${path.replace(/README\.md$/, "").replace(/\.md$/, ".html")}`;
}
