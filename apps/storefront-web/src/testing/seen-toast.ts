import { waitFor } from '@testing-library/react';

/** Waits for the toast that shows this title (and description). */
export async function seenToast(title: string, description = ''): Promise<HTMLElement> {
  return waitFor(() => {
    const toast = document.querySelector<HTMLElement>('[data-toast]');
    expect(toast).toHaveTextContent(title + description);
    return toast!;
  });
}
