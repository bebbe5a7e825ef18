/** The time is counted in so many parts. */
const PARTS = 8;

/**
 * Whether `ask` succeeds in time. Only the time in which our own loop turns counts: while it stands still no answer is read, however early it
 * came, and no further question of a longer exchange goes out. A standstill of any length passes as one part of the time.
 */
export async function answersInTime(ask: () => Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    let passed = 0;
    timer = setInterval(() => {
      passed += 1;
      if (passed === PARTS) resolve(false);
    }, timeoutMs / PARTS);
  });
  const answer = ask().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearInterval(timer));
}
