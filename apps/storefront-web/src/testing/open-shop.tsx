import { clearToasts, createQueryClient, ShopProviders } from '@shop/web-kit';
import { openPage, restoreApi } from '@shop/web-testing';
import { cleanup } from '@testing-library/react';
import type { ComponentType } from 'react';
import App from '../app.js';
import { stubEventSource } from './stub-event-source.js';

// jsdom has none; whoever lets it speak stubs it anew.
stubEventSource();

/** Opens the storefront at an address, as a browser would; `Page` takes its place where a test shows a part alone. */
export function openShop(address: string, Page: ComponentType = App) {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  return openPage(
    address,
    <ShopProviders queryClient={queryClient}>
      <Page />
    </ShopProviders>,
  );
}

/** Closes the tab, but not the browser: what the session storage holds stays, as over a reload. */
export function closeTab(): void {
  cleanup();
  clearToasts();
}

/** Forgets everything a browser keeps between pages. */
export function resetBrowser(): void {
  closeTab();
  restoreApi();
  sessionStorage.clear();
  document.cookie = 'has-cart=; Max-Age=0; Path=/';
}

export const setCartCookie = (): void => {
  document.cookie = 'has-cart=1; Path=/';
};
