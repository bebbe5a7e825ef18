import type { OwnerEmailSettings } from '@shop/contracts-support';
import { changeOwnerEmails, getOwnerEmails } from '@shop/contracts-support/routes';
import { api, toast, toIfMatch } from '@shop/web-kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';

export const ownerEmailsQuery = queryOptions({
  queryKey: adminKeys.ownerEmails,
  queryFn: ({ signal }) => api.call(getOwnerEmails, { signal }),
});

interface Change {
  settings: OwnerEmailSettings;
  version: number;
}

/** After an error too the newest settings are loaded: another admin may have changed them. */
export function useOwnerEmailsChange() {
  const queryClient = useQueryClient();
  return useAdminMutation({
    list: null,
    mutationFn: ({ settings, version }: Change) =>
      api.call(changeOwnerEmails, { body: settings, headers: toIfMatch(version) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(adminKeys.ownerEmails, saved);
      toast({ title: 'Settings saved' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: adminKeys.ownerEmails }),
  });
}
