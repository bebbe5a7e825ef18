import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

/** The tab goes to the background or comes to the front. `jest.restoreAllMocks` undoes it. */
export function setVisibility(visibilityState: DocumentVisibilityState): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  // Bubbles as in browsers: TanStack Query listens on the window.
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}
