import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Tells what the compiler has to say of one file as it stands now; undefined where that is nothing. */
export type Complain = (file: string) => string | undefined;

/** Reads the sources of a folder once: of what has changed since, only the file that is asked for is read again. */
export function typesOf(folder: string): Complain {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { ...config, include: ["src"] },
    ts.sys,
    folder,
  );
  const versions = new Map<string, number>();
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (name) => String(versions.get(name) ?? 0),
    getScriptSnapshot: (name) =>
      ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath ? { realpath: ts.sys.realpath } : {}),
  });
  return (file) => {
    const name = join(folder, file);
    const next = (): void => void versions.set(name, (versions.get(name) ?? 0) + 1);
    next();
    const [first] = [...service.getSyntacticDiagnostics(name), ...service.getSemanticDiagnostics(name)];
    // It is changed back after this.
    next();
    return first && `TS${first.code}: ${ts.flattenDiagnosticMessageText(first.messageText, " ")}`;
  };
}
