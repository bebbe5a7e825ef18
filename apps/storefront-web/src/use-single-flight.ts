import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Starts the mutation unless it already runs. The shut button on screen is a frame (and a form's validation) late; a
 * double-click is not, and would order or pay twice.
 */
export function useSingleFlight<Answer, Variables>({ mutate }: Pick<UseMutationResult<Answer, Error, Variables>, 'mutate'>): (variables: Variables) => void {
  const isRunning = useRef(false);
  return (variables) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(variables, {
      onSettled: () => {
        isRunning.current = false;
      },
    });
  };
}
