/** Print files are made one after another, and a ring of tests pays for many at once: on a busy machine the last one waits for minutes. */
const PATIENCE_MS = 240_000;

/** Looks until there is something to see. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
