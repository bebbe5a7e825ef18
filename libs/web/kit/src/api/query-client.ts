import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** A refusal stays a refusal; what may pass (a lost connection, a part that restarts) is tried once more. */
const mayPass = (error: Error): boolean => !(error instanceof ApiError) || error.status >= 500;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 1 && mayPass(error), retryDelay: 500 },
      mutations: { retry: false },
    },
  });
}
