import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';

function AddressBar() {
  const { pathname, search } = useLocation();
  return <output data-testid="address-bar">{pathname + search}</output>;
}

/**
 * Renders `content` at a URL, as a browser would, and returns a user to operate it. Without a URL, the current history
 * entry is loaded again.
 */
export function openPage(address: string | null, content: ReactNode): { user: UserEvent; close: () => void } {
  if (address !== null) window.history.replaceState(null, '', address);
  const { unmount } = render(
    <BrowserRouter>
      {content}
      <AddressBar />
    </BrowserRouter>,
  );
  return { user: userEvent.setup({ delay: null }), close: unmount };
}

/** The path and query of the open page. */
export const getCurrentAddress = (): string => screen.getByTestId('address-bar').textContent;

/** Waits for the page at this path and query. React Router shows it in a transition, which may end after a toast. */
export const waitForAddress = (address: string): Promise<void> =>
  waitFor(() => expect(getCurrentAddress()).toBe(address));

/** Waits for the toast with exactly this title and description. */
export function findToast(title: string, description = ''): Promise<HTMLElement> {
  return waitFor(() => {
    const toast = document.querySelector<HTMLElement>('[data-toast]');
    if (!toast) throw new Error(`No toast; waiting for "${title}"`);
    const text = toast.textContent;
    if (text !== title + description) throw new Error(`The toast says "${text}", not "${title + description}"`);
    return toast;
  });
}

const CHUNK_URL = 'https://shop.example/assets/7.0123abcd.js';

/** The server no longer has the file of `createChunkError`. */
export const CHUNK_IS_GONE = { [`HEAD ${CHUNK_URL}`]: { status: 404 } };
/** The file of `createChunkError` is there, but its download failed. */
export const CHUNK_IS_THERE = { [`HEAD ${CHUNK_URL}`]: { status: 200 } };

/** What webpack throws when a script or style sheet could not be loaded. */
export const createChunkError = (): Error =>
  Object.assign(new Error(`Loading chunk 7 failed.\n(error: ${CHUNK_URL})`), {
    name: 'ChunkLoadError',
    request: CHUNK_URL,
  });

/** Two clicks before React renders, so that no disabled button can stop the second. */
export const doubleClick = (button: HTMLElement): void =>
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });

/** jsdom has no PageTransitionEvent. */
const dispatchTransition = (type: 'pagehide' | 'pageshow'): boolean =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

/** Another page is opened, and this one goes into the back/forward cache. */
export const leavePage = (): void => void dispatchTransition('pagehide');

/** Back: the page is shown as it was left. */
export const restorePage = (): void => void dispatchTransition('pageshow');
