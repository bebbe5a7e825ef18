import type { StyleChange, StyleMove } from '@shop/contracts-art';
import { changeStyle, listAdminStyles, moveStyle } from '@shop/contracts-art/routes';
import { api, queryKeys, toast, toIfMatch } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';

export const stylesQuery = queryOptions({
  queryKey: adminKeys.styles,
  queryFn: ({ signal }) => api.call(listAdminStyles, { signal }),
});

/** Mutations of styles, with their toasts and refetches. */
export function useStyleChanges() {
  const queryClient = useQueryClient();
  const callbacks = {
    list: adminKeys.styles,
    onError: () => toast({ title: 'Update failed', description: 'Could not update style', variant: 'destructive' }),
    onSettled: () =>
      Promise.all([adminKeys.styles, queryKeys.styles].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  };
  const change = useAdminMutation({
    mutationFn: ({ key, version, change: body }: { key: string; version: number | undefined; change: StyleChange }) =>
      api.call(changeStyle, { params: { key }, body, headers: toIfMatch(version) }),
    onSuccess: () => toast({ title: 'Style updated' }),
    ...callbacks,
  });
  const move = useAdminMutation({
    mutationFn: ({ key, place }: { key: string; place: StyleMove }) =>
      api.call(moveStyle, { params: { key }, body: place }),
    ...callbacks,
  });
  return { change, move };
}
