/** Does the work of each, one after another, also of those behind one whose work fails. Rejects at the end with what failed: the error, or all of them together. */
export async function eachInTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failed: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failed.push(error));
  if (failed.length === 1) throw failed[0];
  if (failed.length > 1) throw new AggregateError(failed, `${failed.length} of ${items.length} failed`);
}
