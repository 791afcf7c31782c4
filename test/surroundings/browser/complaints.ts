import type { Page } from "playwright-core";

/** Collects what a page complains of, and what it asks of hosts other than these. */
export function listenForComplaints(page: Page, origins: readonly string[]): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && !origins.includes(url.origin)) {
      complaints.push(`another host: ${request.url()}`);
    }
  });
  return complaints;
}
