import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** The first part of each query key that more than one place reads or writes. */
export const queryKeys = {
  user: ['user'],
  cart: ['cart'],
  orders: ['orders'],
  designs: ['designs'],
  products: ['products'],
  variants: ['variants'],
  artworks: ['artworks'],
  styles: ['styles'],
  shop: ['shop'],
} as const;

/** Data that is the same for all visitors. It stays in the cache when a customer signs out. */
export const PUBLIC_KEYS: ReadonlySet<unknown> = new Set([
  queryKeys.products[0],
  queryKeys.variants[0],
  queryKeys.styles[0],
  queryKeys.shop[0],
]);

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
