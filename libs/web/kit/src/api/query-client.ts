import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** A refusal stays a refusal; what may pass (a lost connection, a part that restarts) is tried once more. */
const isTransient = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 500;

/** Calls go out even where the browser believes to be offline: they fail with a sentence then, instead of waiting without a word. */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode, retry: (failures, error) => failures < 1 && isTransient(error), retryDelay: 500 },
      mutations: { networkMode, retry: false },
    },
  });
}
