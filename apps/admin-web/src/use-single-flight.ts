import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

type Then<Answer, Variables> = Pick<MutateOptions<Answer, Error, Variables>, 'onSuccess' | 'onError'>;

/** Starts the mutation unless it already runs. The shut button is a frame late, a form's validation too; a double-click is not. */
export function useSingleFlight<Answer, Variables>({ mutate }: Pick<UseMutationResult<Answer, Error, Variables>, 'mutate'>) {
  const isRunning = useRef(false);
  return (variables: Variables, then: Then<Answer, Variables> = {}): void => {
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
