import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS = 1_000;

const POLL_MS = 40;

/**
 * Reads until the artwork is known, for a second at most: its event arrives some milliseconds after the response that named
 * it, so a fast caller waits for it.
 */
export async function waitForArtwork<Found>(
  read: () => Promise<Found>,
  isKnown: (found: Found) => boolean,
): Promise<Found> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    await pause(POLL_MS);
    const found = await read();
    if (isKnown(found) || Date.now() >= deadline) return found;
  }
}
