import { getSecondFactor, enterSecondFactor } from '@shop/contracts/routes';
import { usePageStore } from '@shop/web-ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { queryKeys } from '../api/query-client.js';
import { askForCode, codeRequest } from '../api/code-request.js';

/** Enters a code of the second factor; the session gets a new id, and the user the role admin. */
export function useSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api.call(enterSecondFactor, { body: { code } }),
    onSuccess: (user) => void queryClient.setQueryData(queryKeys.user, user),
  });
}

/** The call that waits for a code, or null. */
export const useCodeRequest = () => usePageStore(codeRequest);

/** Before the browser itself makes a call that may ask for a code: a download. False: nobody entered one. */
export async function ensureRecentSecondFactor(): Promise<boolean> {
  const { isOn, isRecent } = await api.call(getSecondFactor);
  return !isOn || isRecent || askForCode();
}
