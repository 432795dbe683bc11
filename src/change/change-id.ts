/** How the number of a change is printed, and read again: `c12`. */

export function changeId(number: number): string {
  return `c${number}`;
}

/** Undefined for what is no id. */
export function changeNumber(id: string): number | undefined {
  const digits = /^c?(\d{1,15})$/.exec(id.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
