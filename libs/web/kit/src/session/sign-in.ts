import type { LoginRequest, RegisterRequest, SignedInUser } from '@shop/contracts-identity';
import { EMPTY_CART } from '@shop/contracts-order';
import { register, signIn, signOut } from '@shop/contracts-identity/routes';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { api } from '../api/api-client.js';
import { PUBLIC_KEYS, queryKeys } from '../api/query-client.js';
import { useIdempotencyKey } from '../use-idempotency-key.js';
import { currentUserQuery } from './current-user.js';
import { clearDrafts } from './drafts.js';

/** The time of the last sign-out, for the other tabs and the pages in the back/forward cache, those of guests included. */
export const LAST_SIGN_OUT_KEY = 'last-sign-out';

/** Null without a sign-out, or if the browser refuses storage. */
export function readLastSignOut(): string | null {
  try {
    return localStorage.getItem(LAST_SIGN_OUT_KEY);
  } catch {
    return null;
  }
}

function saveLastSignOut(): void {
  try {
    localStorage.setItem(LAST_SIGN_OUT_KEY, new Date().toISOString());
  } catch {
    // Pages of signed-in people ask the server anyway.
  }
}

/** Removes all personal data from the query cache except user and cart, which the caller sets. */
export function removePersonalQueries(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [first] }) =>
      first !== queryKeys.user[0] && first !== queryKeys.cart[0] && !PUBLIC_KEYS.has(first),
  });
}

/** Clears the user, the cart, orders, designs and drafts of this browser. */
function clearPersonalData(queryClient: QueryClient): void {
  clearDrafts();
  saveLastSignOut();
  queryClient.setQueryData(queryKeys.user, null);
  queryClient.setQueryData(queryKeys.cart, EMPTY_CART);
  removePersonalQueries(queryClient);
}

/** For pages that end a session in another way. The page must show no personal data afterwards. */
export function useClearPersonalData(): () => void {
  const queryClient = useQueryClient();
  return () => clearPersonalData(queryClient);
}

/** Services cache a session for a second, so an ended session may still be accepted once. */
const CHECK_DELAYS_MS = [0, 1_500];

/** Requests the current user again if the page has one, and clears the personal data when the session is over. */
export function useSessionCheck(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    for (const delayMs of CHECK_DELAYS_MS) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (!queryClient.getQueryData(queryKeys.user)) return;
      const user = await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined);
      if (user === null) return clearPersonalData(queryClient);
    }
  };
}

/**
 * Ends the session, navigates to `/` and then clears the personal data. In this order, because a page that requires
 * sign-in would otherwise redirect to the sign-in page. The calling component must outlive the page.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isNavigatingHome = useRef(false);

  useEffect(() => {
    if (!isNavigatingHome.current || pathname !== '/') return;
    isNavigatingHome.current = false;
    clearPersonalData(queryClient);
  }, [pathname, queryClient]);

  return useMutation({
    mutationFn: () => api.call(signOut),
    onSuccess: async () => {
      if (pathname === '/') return clearPersonalData(queryClient);
      isNavigatingHome.current = true;
      await navigate('/');
    },
  });
}

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
  const getIdempotencyKey = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: RegisterRequest) =>
      api.call(register, { body, headers: { 'idempotency-key': getIdempotencyKey(body) } }),
    onSuccess: (user) => applySignIn(queryClient, user),
  });
}
