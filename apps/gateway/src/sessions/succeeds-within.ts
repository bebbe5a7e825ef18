/** The time is counted in so many parts. */
const TIME_SLICES = 8;

/**
 * Whether `ask` succeeds in time. Only the time in which our own loop turns counts: while it stands still no answer is read, however early it
 * came, and no further question of a longer context goes out. A standstill of any length passes as one part of the time.
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
