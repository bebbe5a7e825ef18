import { type MutationCacheNotifyEvent, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../api/api-error.js';

type CacheEvent = QueryCacheNotifyEvent | MutationCacheNotifyEvent;

/** The server refuses the caller: it knows no session. */
export const isSessionMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Calls back when the server answers a query or a mutation with 401. */
export function useSessionLoss(handleLoss: () => void): void {
  const queryClient = useQueryClient();
  const onLoss = useEffectEvent(handleLoss);
  useEffect(() => {
    const handleEvent = (event: CacheEvent): void => {
      if (event.type === 'updated' && event.action.type === 'error' && isSessionMissing(event.action.error)) onLoss();
    };
    const unsubscribeFromQueries = queryClient.getQueryCache().subscribe(handleEvent);
    const unsubscribeFromMutations = queryClient.getMutationCache().subscribe(handleEvent);
    return () => {
      unsubscribeFromQueries();
      unsubscribeFromMutations();
    };
  }, [queryClient]);
}
