import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

type MutationCallbacks<Answer, Variables> = Pick<MutateOptions<Answer, Error, Variables>, 'onSuccess' | 'onError'>;

/** Starts a mutation, once until it has ended. */
export type SingleFlight<Answer, Variables> = (variables: Variables, callbacks?: MutationCallbacks<Answer, Variables>) => void;

/**
 * Starts the mutation unless it already runs. The shut button on screen is a frame (and a form's validation) late; a
 * double-click is not, and would order or pay twice.
 */
export function useSingleFlight<Answer, Variables>({
  mutate,
}: Pick<UseMutationResult<Answer, Error, Variables>, 'mutate'>): SingleFlight<Answer, Variables> {
  const isRunning = useRef(false);
  return (variables, then = {}) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(variables, {
      ...then,
      onSettled: () => {
        isRunning.current = false;
      },
    });
  };
}
