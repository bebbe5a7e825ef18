import { ApiError } from '@shop/web-kit';
import { useRef } from 'react';

/** A call whose answer was lost, or that a proxy gave up, may have worked. */
const isUncertain = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/**
 * Wraps a call that ends the session. If its answer was lost, the repeated call finds no session any more (401): then
 * the first one has worked.
 */
export function useSessionEndingCall<Input>(call: (input: Input) => Promise<unknown>): (input: Input) => Promise<void> {
  const mayHaveWorked = useRef(false);
  return async (input) => {
    try {
      await call(input);
    } catch (error) {
      if (mayHaveWorked.current && error instanceof ApiError && error.status === 401) return;
      mayHaveWorked.current = isUncertain(error);
      throw error;
    }
  };
}
