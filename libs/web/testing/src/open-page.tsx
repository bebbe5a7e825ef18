import { render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';

function AddressBar() {
  const { pathname, search } = useLocation();
  return <output data-testid="address-bar">{pathname + search}</output>;
}

/** Renders `content` at a URL, as a browser would, and returns a user to operate it. */
export function openPage(address: string, content: ReactNode): { user: UserEvent; close: () => void } {
  window.history.replaceState(null, '', address);
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
