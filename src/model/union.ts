/** The members of both sets; one of them itself where it holds the other, since most are the same. */
export function unionOf<Member>(one: ReadonlySet<Member>, other: ReadonlySet<Member>): ReadonlySet<Member> {
  if (one === other) return one;
  const lacking = [...other].filter((member) => !one.has(member));
  return lacking.length === 0 ? one : new Set([...one, ...lacking]);
}
