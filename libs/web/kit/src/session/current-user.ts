import type { SignedInUser } from '@shop/contracts-identity';
import { getCurrentUser } from '@shop/contracts-identity/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { queryKeys } from '../api/query-client.js';

/** An admin whose session has the role user until a code of the second factor is entered, or a second factor is set up. */
export const isAdminWithoutCode = (user: SignedInUser | null): boolean =>
  user?.secondFactor === 'asked' || user?.secondFactor === 'missing';

/** Null for a visitor without a session (401). */
export async function fetchCurrentUser(signal: AbortSignal): Promise<SignedInUser | null> {
  try {
    return await api.call(getCurrentUser, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Asked once on each page load, also for visitors. Never stale, not refetched on focus, not retried (spec, sections 4 and
 * 7).
 */
export const currentUserQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
  // Otherwise each component that mounts later would send the request again after a failure.
  retryOnMount: false,
});

export interface CurrentUser {
  user: SignedInUser | null;
  isLoading: boolean;
  /** Set when the request failed, so it is unknown who is signed in; `user` is null then. */
  error: Error | null;
  refetch: () => void;
}

export function useCurrentUser(): CurrentUser {
  const query = useQuery(currentUserQuery);
  return {
    user: query.data ?? null,
    isLoading: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}
