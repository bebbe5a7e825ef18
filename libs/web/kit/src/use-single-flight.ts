import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

type MutationCallbacks<Data, Variables> = Pick<MutateOptions<Data, Error, Variables>, 'onSuccess' | 'onError'>;

/** Starts a mutation unless it is running. */
export type SingleFlight<Data, Variables> = (
  variables: Variables,
  callbacks?: MutationCallbacks<Data, Variables>,
) => void;

/**
 * Starts the mutation unless it is running. The disabled button renders a frame (and a form's validation) later than a
 * double click, which would order or pay twice.
 */
export function useSingleFlight<Data, Variables>({
  mutate,
  isPending,
}: Pick<UseMutationResult<Data, Error, Variables>, 'mutate' | 'isPending'>): SingleFlight<Data, Variables> {
  const isRunning = useRef(false);
  useEffect(() => {
    // A mutation that was reset while it ran calls nothing back.
    if (!isPending) isRunning.current = false;
  }, [isPending]);
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
