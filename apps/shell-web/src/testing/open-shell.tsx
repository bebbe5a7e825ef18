import type { User } from '@shop/contracts-identity';
import { EMPTY_CART } from '@shop/contracts-order';
import { clearToasts, createQueryClient, resetBlockedCookies, ShopProviders } from '@shop/web-kit';
import { openPage, restoreApi } from '@shop/web-testing';
import { act, cleanup } from '@testing-library/react';
import type { ReactNode } from 'react';

export const createUser = (overrides: Partial<User> = {}): User => ({
  id: crypto.randomUUID(),
  email: 'pat@example.com',
  role: 'user',
  firstName: 'Pat',
  lastName: 'Doe',
  profileImageUrl: null,
  ...overrides,
});

export const SIGNED_OUT = { 'GET /api/user': { status: 401, text: 'Not signed in' } };
export const signedIn = (overrides: Partial<User> = {}) => ({
  'GET /api/user': { json: createUser(overrides) },
  'GET /api/cart': { json: EMPTY_CART },
});

/** Renders a part of the shell at a URL. */
export const openShell = (address: string, content: ReactNode) =>
  openPage(address, <ShopProviders queryClient={createQueryClient()}>{content}</ShopProviders>);

/** Resets the browser's state between tests. */
export function resetBrowser(): void {
  cleanup();
  act(clearToasts);
  restoreApi();
  resetBlockedCookies();
  localStorage.clear();
  document.documentElement.className = '';
}
