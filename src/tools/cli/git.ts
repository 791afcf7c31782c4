import { execFile } from "node:child_process";
import { Unusable } from "./command";

/** A file of a commit: its path relative to the requested folder, and its text. */
export interface CommittedFile {
  readonly name: string;
  readonly text: string;
}

/** A commit, and how to read its files. */
export interface Commit {
  /** The abbreviated hash. */
  readonly shortName: string;
  /** The files with accepted names below a folder of the commit; empty if the folder does not exist. */
  readonly filesIn: (path: string, isAsked: (name: string) => boolean) => Promise<readonly CommittedFile[]>;
}

/**
 * The merge base of HEAD and a ref.
 *
 * @param folder where git runs
 * @throws Unusable without git, outside of a repository, in a shallow clone, and for a ref without a commit.
 */
export async function mergeBaseWith(ref: string, folder: string): Promise<Commit> {
  // git would take this ref for an option.
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
  return commitOf(base.trim(), git);
}

/** Runs git; if it fails, the error has the given text. */
type Git = (args: readonly string[], failure: string) => Promise<string>;

function commitOf(commit: string, git: Git): Commit {
  return {
    shortName: commit.slice(0, 7),
    filesIn: async (path, isAsked) => {
      const below = path === "" ? "./" : `${path}/`;
      const listed = await git(
        ["ls-tree", "-r", "-z", commit, "--", below],
        `--against: ${path} is outside of the git repository`,
      );
      const blobs = listed.split("\0").flatMap((line) => blobOf(line));
      return Promise.all(
        blobs
          .map(({ hash, file }) => ({ hash, name: path === "" ? file : file.slice(below.length) }))
          .filter(({ name }) => isAsked(name))
          .map(async ({ hash, name }) => ({
            name,
            text: await git(["cat-file", "blob", hash], `--against: git cannot read ${name} of ${commit}`),
          })),
      );
    },
  };
}

/** `100644 blob <hash>\t<path>`; links and submodules are skipped. */
function blobOf(line: string): readonly { readonly hash: string; readonly file: string }[] {
  const [, hash, file] = /^100\d{3} blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
  return hash === undefined || file === undefined ? [] : [{ hash, file }];
}

/** Runs git without a shell, so that no ref or path can be a command. */
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

/** Enough for the document of any API. */
const longestFile = 256 * 1024 * 1024;
