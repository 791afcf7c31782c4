import { groupsOfIndex } from "../tools/pages-index";
import { pageOf } from "./page-links";

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

/** The samples, which no page lists but their own: `00-cats`. */
export function samplesGroup(names: readonly string[]): SidebarGroup {
  const items = names.map((name) => ({ text: name, link: `/samples/${name}.html` }));
  return { text: "Samples", collapsed: true, items: [{ text: "All samples", link: "/samples/" }, ...items] };
}

/** The address of a page of docs/: `reference/README.md` is `/reference/`, `errors.md` is `/errors.html`. */
export function addressOf(path: string): string {
  const page = pageOf(`docs/${path}`) ?? path;
  return `/${page.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html")}`;
}
