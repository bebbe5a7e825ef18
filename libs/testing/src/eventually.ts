/** Tries until `check` passes; the last failure is thrown once the time is over. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 25 } = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
