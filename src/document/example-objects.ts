/** Examples as OpenAPI has them (3.1.1, 4.8.19), each a copy: whoever is given a document may change it. */
export function namedExamples(examples: Iterable<readonly [string, unknown]>): {
  readonly examples?: Record<string, object>;
} {
  const named = [...examples].map(([name, value]) => [name, { value: structuredClone(value) }] as const);
  return named.length === 0 ? {} : { examples: Object.fromEntries(named) };
}
