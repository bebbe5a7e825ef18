import { isOutdated, useChangeReport } from '@shop/web-kit';
import { useMutation, type UseMutationOptions, type UseMutationResult, useQueryClient } from '@tanstack/react-query';

type Options<Data, Variables> = UseMutationOptions<Data, Error, Variables> & {
  /** Query key of the list that displays the changed thing. Null: the call makes something new. */
  list: readonly string[] | null;
};

/**
 * A change by an admin. If its answer says that the page is outdated, the list is loaded again, however long it is, and the notice above it says
 * so (`ListNotice`). An error is displayed at once: it does not wait for what is loaded again.
 */
export function useAdminMutation<Data, Variables = void>({
  list,
  onMutate,
  onError,
  onSettled,
  ...options
}: Options<Data, Variables>): UseMutationResult<Data, Error, Variables> {
  const queryClient = useQueryClient();
  const report = useChangeReport();
  return useMutation({
    ...options,
    onMutate: (...call) => {
      report(false);
      return onMutate?.(...call);
    },
    onError: async (error, ...call) => {
      await onError?.(error, ...call);
      if (!list || !isOutdated(error)) return;
      report(true);
      void queryClient.invalidateQueries({ queryKey: list });
    },
    onSettled: async (data, error, ...call) => {
      const settled = Promise.resolve(onSettled?.(data, error, ...call));
      if (error === null) await settled;
    },
  });
}
