import type { LoginRequest, RegisterRequest, SignedInUser } from '@shop/contracts/identity';
import { register, signIn } from '@shop/contracts/routes';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { queryKeys } from '../api/query-client.js';
import { removePersonalQueries } from './use-sign-out.js';

/** The account takes over the guest's cart, so the cart is requested again. */
async function applySignIn(queryClient: QueryClient, user: SignedInUser): Promise<void> {
  await queryClient.cancelQueries({ queryKey: queryKeys.user });
  queryClient.setQueryData(queryKeys.user, user);
  removePersonalQueries(queryClient);
  // Not awaited: a slow cart must not delay the sign-in.
  void queryClient.invalidateQueries({ queryKey: queryKeys.cart });
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: LoginRequest) => api.call(signIn, { body }),
    onSuccess: (user) => applySignIn(queryClient, user),
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RegisterRequest) => api.call(register, { body }),
    onSuccess: (user) => applySignIn(queryClient, user),
  });
}
