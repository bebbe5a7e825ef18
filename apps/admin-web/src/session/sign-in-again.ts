import type { SignedInUser } from '@shop/contracts-identity';
import { signIn } from '@shop/contracts-identity/routes';
import { api, askForCode, queryKeys, useCurrentUser } from '@shop/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useAdminMutation } from '../lists/use-admin-mutation.js';

/** Signs in the admin whose session has ended while the page stays as it is, with its open forms. */
export function useSignInAgain() {
  const queryClient = useQueryClient();
  const { user } = useCurrentUser();
  return useAdminMutation({
    list: null,
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
