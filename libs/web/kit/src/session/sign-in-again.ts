import type { SignedInUser } from '@shop/contracts/identity';
import { signIn } from '@shop/contracts/routes';
import {
  type QueryCacheNotifyEvent,
  useMutation,
  useQueryClient,
  type MutationCacheNotifyEvent,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { askForCode } from '../api/code-request.js';
import { queryKeys } from '../api/query-client.js';
import { useCurrentUser } from './current-user.js';

const isRefused = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): boolean =>
  event.type === 'updated' &&
  event.action.type === 'error' &&
  event.action.error instanceof ApiError &&
  event.action.error.status === 401;

/** Calls back when the server answers any query or mutation that nobody is signed in. */
export function useSessionLoss(handleLoss: () => void): void {
  const queryClient = useQueryClient();
  const onLoss = useEffectEvent(handleLoss);
  useEffect(() => {
    const handleEvent = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): void => {
      if (isRefused(event)) onLoss();
    };
    const unsubscribeFromQueries = queryClient.getQueryCache().subscribe(handleEvent);
    const unsubscribeFromMutations = queryClient.getMutationCache().subscribe(handleEvent);
    return () => {
      unsubscribeFromQueries();
      unsubscribeFromMutations();
    };
  }, [queryClient]);
}

/** Signs in the person whose session has ended while the page stays as it is, with its open forms. */
export function useSignInAgain() {
  const queryClient = useQueryClient();
  const { user } = useCurrentUser();
  return useMutation({
    mutationFn: async (password: string) => {
      const signedIn = await api.call(signIn, { body: { email: user?.email ?? '', password } });
      if (signedIn.secondFactor !== 'asked') return signedIn;
      if (!(await askForCode())) throw new Error('Signing in takes a code besides the password.');
      return queryClient.getQueryData<SignedInUser>(queryKeys.user);
    },
    onSuccess: (signedIn) => {
      queryClient.setQueryData(queryKeys.user, signedIn);
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== queryKeys.user[0] });
    },
  });
}
