import { useEffect } from 'react';

const CONTAINERS = '[role=dialog], main';

/**
 * What has the focus may go: a line that is removed, a button that is there until it is pressed. What it stood in, a dialog or the page's main part, takes the
 * focus then, unless somebody else has; so that nobody who goes by keyboard or ear starts again from the top.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let container: HTMLElement | null = null;
    let frame = 0;

    const handleFocusIn = ({ target }: FocusEvent): void => {
      focused = target instanceof Element ? target : null;
      container = focused?.closest<HTMLElement>(CONTAINERS) ?? null;
    };
    const recoverFocus = (): void => {
      const isLost = document.activeElement === document.body && focused?.isConnected === false;
      if (isLost && container?.isConnected) container.focus({ preventScroll: true });
      else if (isLost) focused = null;
    };
    const observer = new MutationObserver(() => {
      if (focused?.isConnected !== false) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(recoverFocus);
    });

    document.addEventListener('focusin', handleFocusIn);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', handleFocusIn);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
