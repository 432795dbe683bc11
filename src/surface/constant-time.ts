/** Comparing secrets without telling by the time how much of one was right. */

export function equalInConstantTime(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let index = 0; index < secret.length; index++) {
    difference |= secret.charCodeAt(index) ^ (given.charCodeAt(index) || 0);
  }
  return difference === 0;
}
