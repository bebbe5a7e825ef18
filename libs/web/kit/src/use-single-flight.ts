import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

type MutationCallbacks<Answer, Variables> = Pick<MutateOptions<Answer, Error, Variables>, 'onSuccess' | 'onError'>;

/** Starts a mutation unless it is running. */
export type SingleFlight<Answer, Variables> = (
  variables: Variables,
  callbacks?: MutationCallbacks<Answer, Variables>,
) => void;

/**
 * Starts the mutation unless it is running. The disabled button renders a frame (and a form's validation) later than a
 * double click, which would order or pay twice.
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
