import { clearToasts, createQueryClient, resetBlockedCookies, ShopProviders } from '@shop/web-kit';
import { openPage, restoreApi } from '@shop/web-testing';
import { cleanup } from '@testing-library/react';
import type { ComponentType } from 'react';
import App from '../app.js';
import { stubEventSource } from './browser-stubs.js';

// jsdom has no EventSource; a test that emits events installs its own stub.
stubEventSource();

/** Renders the storefront at an address, or `Page` in its place. Without an address, the page is reloaded. */
export function openShop(address: string | null, Page: ComponentType = App) {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  return openPage(
    address,
    <ShopProviders queryClient={queryClient}>
      <Page />
    </ShopProviders>,
  );
}

/** Closes the tab but keeps the session storage, as a reload does. */
export function closeTab(): void {
  cleanup();
  clearToasts();
}

/** Closes the tab and clears session storage, cookies and the stubbed API. */
export function resetBrowser(): void {
  closeTab();
  restoreApi();
  resetBlockedCookies();
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = 'has-cart=; Max-Age=0; Path=/';
}

export const setCartCookie = (): void => {
  document.cookie = 'has-cart=1; Path=/';
};
