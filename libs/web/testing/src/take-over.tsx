import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';

export interface TakenOver {
  /** What React could not take over as it stood. */
  readonly mended: readonly unknown[];
  /** Elements of the markup that are no longer in the page. */
  readonly lost: readonly Element[];
  close: () => void;
}

/** Puts drawn markup into the page, as the server does, and has React take it over; resolves once everything that is lazy has come. */
export async function takeOver(address: string, markup: string, content: ReactNode): Promise<TakenOver> {
  const root = document.createElement('div');
  root.innerHTML = markup;
  document.body.append(root);
  const drawn = [...root.querySelectorAll('*')];
  const mended: unknown[] = [];
  const onRecoverableError = (error: unknown): void => void mended.push(error);
  const app = await act(async () => {
    const started = hydrateRoot(root, <MemoryRouter initialEntries={[address]}>{content}</MemoryRouter>, {
      onRecoverableError,
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return started;
  });
  const lost = drawn.filter((element) => !element.isConnected);
  const close = (): void => {
    act(() => app.unmount());
    root.remove();
  };
  return { mended, lost, close };
}
