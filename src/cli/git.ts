import { execFile } from "node:child_process";
import { Unusable } from "./command";

/** A file of a commit: its path from the folder that was asked about, and its text. */
export interface CommittedFile {
  readonly name: string;
  readonly text: string;
}

/** A commit, and how to read what it holds. */
export interface Commit {
  /** The first digits of its name. */
  readonly shortName: string;
  /** The files below a folder of its tree whose names are asked for; none where there is no such folder. */
  readonly filesIn: (path: string, isAsked: (name: string) => boolean) => Promise<readonly CommittedFile[]>;
}

/**
 * The commit that HEAD and a ref have come from: their merge base.
 *
 * @param folder where git runs
 * @throws Unusable without git, outside of a repository, in a shallow clone, and for a ref that names no commit.
 */
export async function mergeBaseWith(ref: string, folder: string): Promise<Commit> {
  // git would take it for an option.
  if (ref.startsWith("-") || ref.trim() === "") {
    throw new Unusable(`--against must be a git ref, got ${JSON.stringify(ref)}`);
  }
  const git = gitIn(folder);
  const shallow = await git(
    ["rev-parse", "--is-shallow-repository"],
    `--against: ${folder} is in no git repository`,
  );
  if (shallow.trim() !== "false") {
    throw new Unusable(
      "--against: this clone is shallow, and may not hold the commit that HEAD and the ref have come from; " +
        "fetch all of its history (actions/checkout: fetch-depth: 0)",
    );
  }
  const other = await git(
    ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`],
    `--against: ${JSON.stringify(ref)} names no commit of this clone`,
  );
  const head = await git(
    ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"],
    "--against: HEAD names no commit yet",
  );
  const base = await git(
    ["merge-base", head.trim(), other.trim()],
    `--against: HEAD and ${JSON.stringify(ref)} have no commit in common`,
  );
  return commitOf(base.trim(), git);
}

/** Runs git; where it fails, that is told with the words given for it. */
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

/** `100644 blob <hash>\t<path>`; links and submodules are no documents. */
function blobOf(line: string): readonly { readonly hash: string; readonly file: string }[] {
  const [, hash, file] = /^100\d{3} blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
  return hash === undefined || file === undefined ? [] : [{ hash, file }];
}

/** Runs git without a shell: what a ref or a path holds is never a command. */
function gitIn(folder: string): Git {
  const env = { ...process.env, GIT_LITERAL_PATHSPECS: "1", LC_ALL: "C" };
  return (args, failure) =>
    new Promise((resolve, reject) => {
      const options = { cwd: folder, env, maxBuffer: mostBytes, windowsHide: true };
      execFile("git", [...args], options, (error, output, errors) => {
        if (error === null) resolve(output);
        else if (error.code === "ENOENT") reject(new Unusable("--against needs git, which cannot be found"));
        else reject(new Unusable([failure, errors.trim()].filter((text) => text !== "").join(": ")));
      });
    });
}

/** Enough for the document of any API. */
const mostBytes = 256 * 1024 * 1024;
