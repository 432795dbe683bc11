/** Does work for each of many items, several at once. */

/**
 * In the order of the items, so many at a time. After a failure nothing more is begun.
 * @throws the first failure, when what had begun has ended.
 */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let [next, hasFailed] = [0, false];
  const hand = async () => {
    while (next < items.length && !hasFailed) {
      try {
        await work(items[next++]!);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const hands = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, hand));
  for (const one of hands) if (one.status === "rejected") throw one.reason;
}
