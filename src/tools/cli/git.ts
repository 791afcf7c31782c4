import { execFile } from "node:child_process";
import { Unusable } from "./command";

interface CommittedFiles {
  readonly commit: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the files below `path` at the merge base of HEAD and a ref, if `isAsked` accepts their names. Throws Unusable
 * if git does not find the merge base, for example in a shallow clone.
 */
export async function filesOfMergeBase(
  ref: string,
  { folder, path }: { readonly folder: string; readonly path: string },
  isAsked: (name: string) => boolean,
): Promise<CommittedFiles> {
  // git would treat a ref that begins with `-` as an option.
  if (ref.startsWith("-") || ref.trim() === "") {
    throw new Unusable(`--against must be a git ref, got ${JSON.stringify(ref)}`);
  }
  const git = gitIn(folder);
  const shallow = await git(
    ["rev-parse", "--is-shallow-repository"],
    `--against: ${folder} must be in a git repository`,
  );
  if (shallow.trim() !== "false") {
    throw new Unusable(
      "--against: this clone is shallow, so the merge base of HEAD and the ref may be missing: " +
        "fetch the whole history (actions/checkout: fetch-depth: 0)",
    );
  }
  const other = await git(
    ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`],
    `--against: ${JSON.stringify(ref)} is not a commit of this clone: fetch it first`,
  );
  const head = await git(
    ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"],
    "--against: HEAD has no commit yet",
  );
  const base = await git(
    ["merge-base", head.trim(), other.trim()],
    `--against: HEAD and ${JSON.stringify(ref)} have no common ancestor`,
  );
  const commit = base.trim();
  return { commit: commit.slice(0, 7), files: await filesOf(commit, path, isAsked, git) };
}

/** Runs git. If git fails, throws Unusable with a message that begins with `failure`. */
type Git = (args: readonly string[], failure: string) => Promise<string>;

async function filesOf(
  commit: string,
  path: string,
  isAsked: (name: string) => boolean,
  git: Git,
): Promise<ReadonlyMap<string, string>> {
  const below = path === "" ? "./" : `${path}/`;
  const listed = await git(
    ["ls-tree", "-r", "-z", commit, "--", below],
    `--against: ${path} is outside of the git repository`,
  );
  const files = listed.split("\0").map(async (line) => {
    // A line is `100644 blob <hash>\t<path>`. Links and submodules, whose modes do not begin with 100, are skipped.
    const [, hash = "", file = ""] = /^100\d{3} blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
    const name = path === "" ? file : file.slice(below.length);
    if (file === "" || !isAsked(name)) return [];
    const text = await git(["cat-file", "blob", hash], `--against: git cannot read ${name} of ${commit}`);
    return [[name, text] as const];
  });
  return new Map((await Promise.all(files)).flat());
}

/** Creates the function that runs git. It uses no shell, because a shell could run a ref or a path as a command. */
function gitIn(folder: string): Git {
  const env = { ...process.env, GIT_LITERAL_PATHSPECS: "1", LC_ALL: "C" };
  return (args, failure) =>
    new Promise((resolve, reject) => {
      const options = { cwd: folder, env, maxBuffer: longestFile, windowsHide: true };
      execFile("git", [...args], options, (error, output, errors) => {
        if (error === null) resolve(output);
        else if (error.code === "ENOENT") {
          reject(new Unusable("--against needs git: install it, or add it to PATH"));
        } else reject(new Unusable([failure, errors.trim()].filter((text) => text !== "").join(": ")));
      });
    });
}

/** The maximum number of bytes that git may print. The documents of real APIs are smaller. */
const longestFile = 256 * 1024 * 1024;
