import { SESSION_MARKER, userReader, type SignedInUser } from '@shop/contracts/identity';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { hasMarkerCookie } from '../api/marker-cookie.js';
import { queryKeys } from '../api/query-keys.js';

/**
 * Null when nobody is signed in (401, or no session marker, which saves the request). Never stale, not refetched on
 * focus, not retried (spec, section 7).
 */
export const currentUserQuery = queryOptions({
  queryKey: queryKeys.user,
  queryFn: async ({ signal }): Promise<SignedInUser | null> => {
    if (!hasMarkerCookie(SESSION_MARKER)) return null;
    try {
      return await api.get('/api/user', userReader, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
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
