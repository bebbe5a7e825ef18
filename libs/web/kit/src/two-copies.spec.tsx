import { act, cleanup, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { reportBlockedCookies, resetBlockedCookies, useAreCookiesBlocked } from './cookies/cookie-notice.js';
import { THEME_KEY, useTheme } from './theme/theme-store.js';
import { clearToasts, toast, useToast } from './toasts/toast-store.js';

/** A remote of another build than the shell brings its own copy of the shared libs. Here the shell's copy renders. */
async function importAgain() {
  jest.resetModules();
  const toasts = await import('./toasts/toast-store.js');
  expect(toasts.toast).not.toBe(toast);
  return {
    ...toasts,
    ...(await import('./theme/theme-store.js')),
    ...(await import('./cookies/cookie-notice.js')),
  };
}

function Shell() {
  const current = useToast();
  return (
    <>
      <p>Theme: {useTheme().theme}</p>
      <p>Cookies: {useAreCookiesBlocked() ? 'blocked' : 'accepted'}</p>
      <p>Toast: {current ? `${current.title} ${current.open ? 'open' : 'closing'}` : 'none'}</p>
    </>
  );
}

afterEach(() => {
  cleanup();
  act(clearToasts);
  act(resetBlockedCookies);
  localStorage.removeItem(THEME_KEY);
});

describe('two copies of the shared libs in one page', () => {
  it('show one toast, whichever copy it comes from', async () => {
    const other = await importAgain();
    render(<Shell />);
    act(() => toast({ title: 'From the shell' }));
    act(() => other.toast({ title: 'From the remote' }));
    expect(screen.getByText('Toast: From the remote open')).toBeVisible();
    act(() => other.dismissToast(Number.MAX_SAFE_INTEGER));
    expect(screen.getByText('Toast: From the remote open')).toBeVisible();
    act(other.clearToasts);
    expect(screen.getByText('Toast: none')).toBeVisible();
  });

  it('have one theme', async () => {
    const { themeStore } = await importAgain();
    render(<Shell />);
    expect(screen.getByText('Theme: light')).toBeVisible();
    act(() => themeStore.set('dark'));
    expect(screen.getByText('Theme: dark')).toBeVisible();
    act(() => themeStore.set('light'));
  });

  it('know that the browser blocks cookies, whichever copy finds out', async () => {
    const other = await importAgain();
    expect(other.reportBlockedCookies).not.toBe(reportBlockedCookies);
    render(<Shell />);
    expect(screen.getByText('Cookies: accepted')).toBeVisible();
    act(other.reportBlockedCookies);
    expect(screen.getByText('Cookies: blocked')).toBeVisible();
  });
});
