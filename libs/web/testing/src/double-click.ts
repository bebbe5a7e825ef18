import { act, fireEvent } from '@testing-library/react';

/** Two clicks before React renders, so that no disabled button can stop the second. */
export const doubleClick = (button: HTMLElement): void =>
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
