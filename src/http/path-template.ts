import { decodedSegment, documentedSpelling, literalSpelling } from "./literal";

export type Segment =
  | { readonly kind: "static"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string }
  | { readonly kind: "rest"; readonly name: string }
  /** An empty segment, a parameter beside text (`a{id}`), or a parameter with a malformed name (`{1}`). */
  | { readonly kind: "malformed"; readonly text: string };

/** Splits a template such as `/cats/{id}/{rest...}` into segments. Ignores one slash at the end. */
export function parseTemplate(path: string): readonly Segment[] {
  const bare = withoutTrailingSlash(path);
  return bare === "" ? [] : bare.slice(1).split("/").map(parseSegment);
}

export function parameterNames(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment) => ("name" in segment ? segment.name : []));
}

/** Returns the shape of a template: `/cats/{}` for `/cats/{id}`. Templates of one shape match the same requests. */
export function pathShapeOf(segments: readonly Segment[]): string {
  return render(segments, shape);
}

const shape: Rendering = { parameter: () => "{}", rest: () => "{...}" };

/** Writes a template for OpenAPI: `/a b/{rest...}` becomes `/a%20b/{rest}`. */
export function openAPIPath(segments: readonly Segment[]): string {
  return render(segments, withNames);
}

/** Writes an OpenAPI path without the names of its parameters: `/files/{rest...}` becomes `/files/{}`. */
export function openAPIShape(segments: readonly Segment[]): string {
  return render(segments, withoutNames);
}

/** Returns a form in which paths can be compared: `/caf%C3%A9/{}` for both `/caf%C3%A9/{id}` and `/café/{name}`. */
export function documentedShape(path: string): string {
  return render(parseTemplate(path), {
    ...withoutNames,
    static: (text) => literalSpelling(decodedSegment(text) ?? text),
  });
}

interface Rendering {
  readonly static?: (text: string) => string;
  readonly parameter: (name: string) => string;
  readonly rest: (name: string) => string;
}

const withNames: Rendering = {
  static: documentedSpelling,
  parameter: (name) => `{${name}}`,
  rest: (name) => `{${name}}`,
};

const withoutNames: Rendering = { static: documentedSpelling, parameter: () => "{}", rest: () => "{}" };

function render(segments: readonly Segment[], as: Rendering): string {
  let path = "";
  for (const segment of segments) path += `/${renderSegment(segment, as)}`;
  return path || "/";
}

function renderSegment(segment: Segment, as: Rendering): string {
  switch (segment.kind) {
    case "parameter":
      return as.parameter(segment.name);
    case "rest":
      return as.rest(segment.name);
    case "static":
      return as.static?.(segment.text) ?? segment.text;
    case "malformed":
      return segment.text;
  }
}

const parameterSegment = /^\{[A-Za-z_][A-Za-z0-9_]*(?:\.\.\.)?\}$/;

function parseSegment(text: string): Segment {
  if (text !== "" && !text.includes("{") && !text.includes("}")) return { kind: "static", text };
  // `__proto__` is not allowed: many libraries copy `req.params`, and would set the prototype of the copy.
  if (!parameterSegment.test(text) || /^\{__proto__\W/.test(text)) return { kind: "malformed", text };
  return text.endsWith("...}")
    ? { kind: "rest", name: text.slice(1, -4) }
    : { kind: "parameter", name: text.slice(1, -1) };
}

export function withoutTrailingSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
