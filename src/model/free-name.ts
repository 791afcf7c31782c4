/** The name, or the first of `name_2`, `name_3`, ... that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}_${n}`;
  return free;
}
