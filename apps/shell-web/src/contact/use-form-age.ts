import { OPEN_FOR_AT_LEAST_MS } from '@shop/contracts/support';
import { useEffect, useRef } from 'react';

/**
 * How long the form has been seen since it was last empty; closing and opening it with what was typed does not count anew. A form that was filled
 * in quicker than people can is refused, so somebody who pastes and sends at once waits here, and never learns of it.
 */
export function useFormAge(open: boolean) {
  const since = useRef<number | null>(null);
  useEffect(() => {
    if (open) since.current ??= performance.now();
  }, [open]);

  return {
    /** Milliseconds, as soon as they are enough. */
    async whenEnough(): Promise<number> {
      const start = (since.current ??= performance.now());
      const age = (): number => Math.round(performance.now() - start);
      if (age() < OPEN_FOR_AT_LEAST_MS)
        await new Promise((resolve) => setTimeout(resolve, OPEN_FOR_AT_LEAST_MS - age()));
      // A timer may come a moment early.
      return Math.max(age(), OPEN_FOR_AT_LEAST_MS);
    },
    beginAgain(): void {
      since.current = null;
    },
  };
}
