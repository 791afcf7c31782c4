import * as ts from "typescript";

/** A line of `retire`: `  src/cat.ts:12  link "..." (version 2) of GET /cats`. */
interface PrintedLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly isAlive: boolean;
}

export function printedLines(output: string): readonly PrintedLine[] {
  const [dead = "", alive = ""] = output.split("\n\n");
  const linesOf = (part: string, isAlive: boolean): readonly PrintedLine[] =>
    [...part.matchAll(/^ {2}(.+?):(\d+) {2}(.+)$/gm)].map(([, file = "", line, text = ""]) => ({
      file,
      line: Number(line),
      text,
      isAlive,
    }));
  return [...linesOf(dead, false), ...linesOf(alive, true)];
}

/** The text of a file without what `retire` calls dead there, and with what it says to write. */
export function withoutRetired(source: string, lines: readonly PrintedLine[]): string {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.ES2022, true);
  const edits = lines.map((printed) => editFor(printed, file));
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, now }) => text.slice(0, start) + now + text.slice(end), source);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly now: string;
}

function editFor({ text, line, isAlive }: PrintedLine, file: ts.SourceFile): Edit {
  const [kind = ""] = text.split(" ");
  const [called = ""] = /\w+(?=\()/.exec(text) ?? [];
  if (isAlive && kind !== "change") return written(callAt(line, [called], file), text.split(": write ")[1]);
  switch (kind) {
    case "link":
      return unchained(callAt(line, ["Before", "Added", "Renamed"], file));
    case "route":
      return withoutRoute(callAt(line, ["Get", "Post", "Put"], file));
    case "webhook":
      return withoutArgument(callAt(line, ["Webhook"], file));
    case "change": {
      const call = callAt(line, ["Change"], file);
      const [version = call] = call.arguments;
      return isAlive
        ? written(version, text.split(": write ")[1])
        : whole(above(call, ts.isVariableStatement));
    }
    case "range":
      return withoutArgument(callAt(line, [called], file));
    default:
      return withoutArgument(callAt(line, [kind], file));
  }
}

/** Finds the call of a function or method with one of these names on a line. */
function callAt(line: number, names: readonly string[], file: ts.SourceFile): ts.CallExpression {
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      const at = file.getLineAndCharacterOfPosition(name.getStart()).line + 1;
      if (at === line && names.includes(name.getText())) found.push(node);
    }
    node.forEachChild(visit);
  };
  visit(file);
  const [call] = found;
  if (!call || found.length > 1) throw new Error(`line ${line} has ${found.length} calls of ${names.join()}`);
  return call;
}

function above<Kind extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is Kind): Kind {
  for (let at = node; ; at = at.parent) if (is(at)) return at;
}

function whole(node: ts.Node): Edit {
  return written(node, "");
}

function written(node: ts.Node, now = ""): Edit {
  return { start: node.getStart(), end: node.getEnd(), now };
}

/** `a.Before(b)` becomes `a`. */
function unchained(call: ts.CallExpression): Edit {
  if (!ts.isPropertyAccessExpression(call.expression)) throw new Error(`${call.getText()} is no method`);
  return { start: call.expression.expression.getEnd(), end: call.getEnd(), now: "" };
}

function withoutRoute(call: ts.CallExpression): Edit {
  return ts.isDecorator(call.parent) ? whole(above(call, ts.isMethodDeclaration)) : unchained(call);
}

function withoutArgument(call: ts.CallExpression): Edit {
  const { parent } = call;
  if (ts.isDecorator(parent)) return whole(parent);
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) {
    throw new Error(`${call.getText()} is no argument`);
  }
  // Of `Include(Legacy, Until("1"))`, nothing is left to include.
  const { expression: callee, arguments: given } = parent;
  if (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === "Include"
  ) {
    return unchained(parent);
  }
  const before = given?.[given.indexOf(call) - 1];
  return { start: before ? before.getEnd() : call.getStart(), end: call.getEnd(), now: "" };
}
