import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** Errors that may pass (a lost connection, a restarting service) are retried once; a 4xx response is final. */
const isTransient = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 500;

/**
 * Requests go out even when the browser believes that it is offline: they fail with a message instead of pausing
 * silently.
 */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode, retry: (failures, error) => failures < 1 && isTransient(error), retryDelay: 500 },
      mutations: { networkMode, retry: false },
    },
  });
}
