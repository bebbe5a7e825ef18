import './web-platform.js';
import { clearToasts, createQueryClient, ShopProviders } from '@shop/web-kit';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import App from '../app.js';
import { restoreApi } from './stub-api.js';

function AddressBar() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** Opens the storefront at an address, as a browser would; `page` opens a page of one's own in its place. */
export function openShop(address: string, Page: ComponentType = App) {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  const view = render(
    <MemoryRouter initialEntries={[address]}>
      <ShopProviders queryClient={queryClient}>
        <Page />
        <AddressBar />
      </ShopProviders>
    </MemoryRouter>,
  );
  return { ...view, user: userEvent.setup({ delay: null }) };
}

export const addressBar = (): string => screen.getByTestId('address').textContent;

/** Closes the tab, but not the browser: what the session storage holds stays, as after a reload. */
export function closeTab(): void {
  cleanup();
  clearToasts();
}

/** Forgets everything a browser keeps between pages. */
export function forgetBrowser(): void {
  closeTab();
  restoreApi();
  sessionStorage.clear();
  document.cookie = 'has-cart=; Max-Age=0; Path=/';
}

export const markCart = (): void => {
  document.cookie = 'has-cart=1; Path=/';
};
