/** Looks until there is something to see. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, patienceMs = 60_000): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
