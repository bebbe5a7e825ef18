import { FORM_OPEN_MIN_MS } from '@shop/contracts/support';
import { useEffect, useRef } from 'react';

/**
 * Measures how long the form has been open since it was last empty; closing and reopening it with input does not
 * restart it. The server rejects forms that were filled in quicker than people can, so a quick submit waits here first.
 */
export function useFormAge(open: boolean) {
  const openedAtMs = useRef<number | null>(null);
  useEffect(() => {
    if (open) openedAtMs.current ??= performance.now();
  }, [open]);

  return {
    /** Resolves with the age in milliseconds once it is at least the minimum. */
    async waitForMinimumMs(): Promise<number> {
      const startMs = (openedAtMs.current ??= performance.now());
      const getAgeMs = (): number => Math.round(performance.now() - startMs);
      if (getAgeMs() < FORM_OPEN_MIN_MS)
        await new Promise((resolve) => setTimeout(resolve, FORM_OPEN_MIN_MS - getAgeMs()));
      // A timer may fire a moment early.
      return Math.max(getAgeMs(), FORM_OPEN_MIN_MS);
    },
    reset(): void {
      openedAtMs.current = null;
    },
  };
}
