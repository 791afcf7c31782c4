import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { run } from "../../support/run-process";
import { root } from "../../documentation/markdown";

/** A registry on this machine that has a tarball as this package's one version; what else is asked for, it refers to npm's own. */
export async function serveRegistry(
  tarball: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as Record<string, string>;
  const bytes = readFileSync(tarball);
  const upstream = run(root, "npm", "config", "get", "registry").trim().replace(/\/$/, "");
  const server = createServer((req, res) => {
    if (req.url === "/versioned-controllers") res.end(packument(manifest, bytes, url()));
    else if (req.url === "/versioned-controllers.tgz") res.end(bytes);
    else res.writeHead(302, { Location: `${upstream}${req.url ?? "/"}` }).end();
  });
  const url = (): string => `http://localhost:${(server.address() as AddressInfo).port}`;
  await once(server.listen(0), "listening");
  return {
    url: url(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function packument(manifest: Record<string, string>, bytes: Buffer, url: string): string {
  const { name = "", version = "" } = manifest;
  const dist = {
    tarball: `${url}/versioned-controllers.tgz`,
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
  };
  return JSON.stringify({
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
  });
}
