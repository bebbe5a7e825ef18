import { OPEN_FOR_AT_LEAST_MS } from '@shop/contracts/support';
import { useEffect, useRef } from 'react';

/**
 * How long the form has been seen since it was last empty; closing and opening it with what was typed does not count anew. A form that was filled
 * in quicker than people can is refused, so somebody who pastes and sends at once waits here, and never learns of it.
 */
export function useFormAge(open: boolean) {
  const openedAtMs = useRef<number | null>(null);
  useEffect(() => {
    if (open) openedAtMs.current ??= performance.now();
  }, [open]);

  return {
    /** Milliseconds, as soon as they are enough. */
    async waitForMinimumMs(): Promise<number> {
      const startMs = (openedAtMs.current ??= performance.now());
      const getAgeMs = (): number => Math.round(performance.now() - startMs);
      if (getAgeMs() < OPEN_FOR_AT_LEAST_MS)
        await new Promise((resolve) => setTimeout(resolve, OPEN_FOR_AT_LEAST_MS - getAgeMs()));
      // A timer may come a moment early.
      return Math.max(getAgeMs(), OPEN_FOR_AT_LEAST_MS);
    },
    reset(): void {
      openedAtMs.current = null;
    },
  };
}
