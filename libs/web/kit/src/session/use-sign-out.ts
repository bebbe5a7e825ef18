import { EMPTY_CART } from '@shop/contracts/order';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { api } from '../api/api-client.js';
import { queryKeys } from '../api/query-keys.js';
import { currentUserQuery } from './current-user.js';
import { removePersonalQueries } from './personal-queries.js';

/** Screens keep what is half typed under `draft:` keys of the session storage. */
const DRAFT_PREFIX = 'draft:';

function clearDrafts(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
    for (const key of keys) if (key?.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}

/** D13a: the user, the cart, orders, designs and drafts this browser held. */
function clearPersonalData(queryClient: QueryClient): void {
  clearDrafts();
  queryClient.setQueryData(queryKeys.user, null);
  queryClient.setQueryData(queryKeys.cart, EMPTY_CART);
  removePersonalQueries(queryClient);
}

/** For a page on which a session ends in another way; it shows nothing more to the person it forgets. */
export function useClearPersonalData(): () => void {
  const queryClient = useQueryClient();
  return () => clearPersonalData(queryClient);
}

/** A session that was just ended may still be known for a second (D10). */
const CHECK_DELAYS_MS = [0, 1_500];

/** Asks anew who is signed in, where somebody was; forgets the person whose session is over. */
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
 * Ends the session, goes to `/` and then forgets the person. In this order: a page that needs a signed-in person
 * would else send the browser to the sign-in before it is left. The calling component must outlive the page.
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
    mutationFn: () => api.post('/api/logout', undefined, z.unknown()),
    onSuccess: async () => {
      if (pathname === '/') return clearPersonalData(queryClient);
      isNavigatingHome.current = true;
      await navigate('/');
    },
  });
}
