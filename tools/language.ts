import ts from "typescript";

/** A sentence of a source file, and the line on which it begins. */
export interface Sentence {
  readonly kind: "comment" | "text" | "title";
  readonly line: number;
  readonly text: string;
}

/** A sentence that a rule of plain English forbids. */
export interface LanguageFault extends Sentence {
  readonly rule: string;
}

interface LanguageRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** Wording that looks like a fault and is not. */
  readonly except?: RegExp;
  /** A rule of comments does not apply to texts, which may begin in the middle of a sentence. */
  readonly kinds: readonly Sentence["kind"][];
}

const everywhere = ["comment", "text", "title"] as const;

const participles =
  "Asked|Done|Found|Given|Held|Kept|Known|Left|Made|Meant|Put|Read|Said|Seen|Sent|Set|Shown|Taken|Thrown|Told|Written|[A-Z][a-z]{2,}ed";

/** A participle before one of these words has no noun; before a noun it is an adjective. */
const nounless =
  "again|and|as|at|because|before|but|by|first|for|from|here|if|in|into|next|on|once|only|outside|so|to|unless|when|where|while|with|without";

/** Usual beginnings of docstrings, whose subject is the name behind them: "Undefined if ...", "Called for each ...". */
const docstrings = /^(?:Called|Need|Set|Thrown|Undefined)\b/;

/** CONTRIBUTING.md, "Code": a sentence has a concrete subject and an active verb. */
const rules: readonly LanguageRule[] = [
  { name: "begins with What", pattern: /^What\b(?!.*\?$)/, kinds: ["comment"] },
  { name: "begins with Whether", pattern: /^Whether\b/, kinds: ["comment"] },
  {
    name: "begins with a participle",
    pattern: new RegExp(`^(?:${participles})(?:,| (?:${nounless})\\b)`),
    except: docstrings,
    kinds: ["comment"],
  },
  {
    name: "told",
    pattern: /\b(?:is|are|was|were|be|been|being) told\b|\btold of\b/i,
    except: /\btold apart\b/i,
    kinds: everywhere,
  },
  { name: "stands", pattern: /\b(?:stands?|stood)\b/i, except: /\bstands? for\b/i, kinds: everywhere },
  { name: "alone", pattern: /\balone\b/i, kinds: everywhere },
  {
    name: "gives",
    pattern: /\b(?:gave|must give|is needed, got|cannot hold|of which)\b/i,
    kinds: ["text"],
  },
  { name: "none but", pattern: /\bnone but\b/i, kinds: everywhere },
  { name: "lest", pattern: /\blest\b/i, kinds: everywhere },
  {
    name: "is no",
    pattern: /(?<!\bthere )\b(?:is|are|was|were) (?:no|none)\b(?! longer\b| more than\b)/i,
    // The words of the interface for an unreadable version: `"soon" is no date`.
    except: /^\s*is no\s*$/,
    kinds: everywhere,
  },
];

/** The faults of a TypeScript file, by line. */
export function languageFaults(source: string): readonly LanguageFault[] {
  return faultsIn(sentencesOf(source));
}

/** The faults of the names of tests: those of `describe`, `it` and `test`. */
export function titleFaults(source: string): readonly LanguageFault[] {
  return faultsIn(titlesOf(source));
}

function faultsIn(sentences: readonly Sentence[]): readonly LanguageFault[] {
  return sentences.flatMap((sentence) =>
    rules.filter((rule) => breaks(sentence, rule)).map(({ name }) => ({ ...sentence, rule: name })),
  );
}

function breaks({ kind, text }: Sentence, { kinds, pattern, except }: LanguageRule): boolean {
  // Code in backticks is not English.
  const words = text.replaceAll(/`[^`]*`/g, "`code`").replace(/^@\w+ /, "");
  return kinds.includes(kind) && pattern.test(words) && except?.test(words) !== true;
}

/** The sentences of all comments, and all string literals of two words or more. */
export function sentencesOf(source: string): readonly Sentence[] {
  const file = ts.createSourceFile("file.ts", source, ts.ScriptTarget.ES2022);
  const literals = literalsOf(file);
  return [...commentsOf(withoutLiterals(source, literals)), ...literals.flatMap(textOfLiteral)]
    .map(({ start, ...sentence }) => ({
      ...sentence,
      line: file.getLineAndCharacterOfPosition(start).line + 1,
    }))
    .toSorted((one, other) => one.line - other.line);
}

function titlesOf(source: string): readonly Sentence[] {
  const file = ts.createSourceFile("file.ts", source, ts.ScriptTarget.ES2022);
  const titles: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:describe|it|test)\b/.test(node.expression.getText(file))) {
      const [title] = node.arguments;
      if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        const { line } = file.getLineAndCharacterOfPosition(title.getStart(file));
        titles.push({ kind: "title", line: line + 1, text: title.getText(file).slice(1, -1) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

interface Found extends Omit<Sentence, "line"> {
  readonly start: number;
}

interface Literal {
  readonly start: number;
  readonly end: number;
  /** Undefined for a regular expression and for the name of a module. */
  readonly text: string | undefined;
}

function literalsOf(file: ts.SourceFile): readonly Literal[] {
  const literals: Literal[] = [];
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const isProse = !ts.isRegularExpressionLiteral(node) && !ts.isImportDeclaration(parent);
      const start = node.getStart(file);
      literals.push({ start, end: node.end, text: isProse ? node.text : undefined });
    }
    ts.forEachChild(node, (child) => {
      visit(child, node);
    });
  };
  visit(file, file);
  return literals;
}

function textOfLiteral({ start, text = "" }: Literal): readonly Found[] {
  const words = text.replaceAll(/\s+/g, " ").trim();
  return /[a-z]+ [a-z]+/i.test(words) ? [{ kind: "text", start, text: words }] : [];
}

/** The source with spaces in the place of literals: what looks like a comment in the rest is one. */
function withoutLiterals(source: string, literals: readonly Literal[]): string {
  let rest = "";
  let end = 0;
  for (const literal of literals.toSorted((one, other) => one.start - other.start)) {
    if (literal.start < end) continue;
    rest += source.slice(end, literal.start) + " ".repeat(literal.end - literal.start);
    end = literal.end;
  }
  return rest + source.slice(end);
}

const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;

function commentsOf(code: string): readonly Found[] {
  return [...code.matchAll(comment)].flatMap(({ 0: text, index }) =>
    sentencesIn(proseOf(text)).map((sentence) => ({
      kind: "comment" as const,
      start: index,
      text: sentence,
    })),
  );
}

/** A comment without its signs, and without the examples between fences. */
function proseOf(text: string): string {
  return text
    .replaceAll(/^[ \t]*(?:\/\*\*?|\/\/|\*(?!\/))/gm, "")
    .replace(/\*\/$/, "")
    .replaceAll(/```[\s\S]*?```/g, "\n\n");
}

function sentencesIn(prose: string): readonly string[] {
  return prose
    .split(/\n\s*\n|\n\s*(?=@\w|- )/)
    .flatMap((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, " ")
        .trim()
        .split(/(?<=[.?:;]) (?=["'(]?[A-Z`])/),
    )
    .filter((sentence) => sentence !== "");
}
