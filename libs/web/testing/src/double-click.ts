import { act, fireEvent } from '@testing-library/react';

/** Two presses before anything is drawn or checked, quicker than any shut button. */
export const doubleClick = (button: HTMLElement): void =>
  act(() => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
