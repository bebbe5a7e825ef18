import { userReader, type LoginRequest, type RegisterRequest, type SignedInUser } from '@shop/contracts/identity';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { queryKeys } from '../api/query-keys.js';
import { removePersonalQueries } from './personal-queries.js';

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
    mutationFn: (credentials: LoginRequest) => api.post('/api/login', credentials, userReader),
    onSuccess: (user) => applySignIn(queryClient, user),
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (registration: RegisterRequest) => api.post('/api/register', registration, userReader),
    onSuccess: (user) => applySignIn(queryClient, user),
  });
}
