/**
 * Runs the work for each item in order and continues after a failure. Rejects at the end with the error, or with an
 * AggregateError of all errors.
 */
export async function runEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failed: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failed.push(error));
  if (failed.length === 1) throw failed[0];
  if (failed.length > 1) throw new AggregateError(failed, `${failed.length} of ${items.length} failed`);
}
