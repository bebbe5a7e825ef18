import { setTimeout as delay } from 'node:timers/promises';

/** Tries until `look` finds something; throws `what` once the time is over. */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 30_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`);
    await delay(50);
  }
}
