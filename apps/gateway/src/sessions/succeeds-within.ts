/** The timeout is measured in this many timer ticks. */
const TIME_SLICES = 8;

/**
 * Whether `work` succeeds within the timeout. Time in which the event loop is blocked counts as one tick at most: a response that
 * arrived in that time could not be read, so it must not count as missing.
 */
export async function succeedsWithin(work: () => Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    let passed = 0;
    timer = setInterval(() => {
      passed += 1;
      if (passed === TIME_SLICES) resolve(false);
    }, timeoutMs / TIME_SLICES);
  });
  const result = work().then(
    () => true,
    () => false,
  );
  return Promise.race([result, timeout]).finally(() => clearInterval(timer));
}
