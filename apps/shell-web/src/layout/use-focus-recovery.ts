import { useEffect } from 'react';

const CONTAINERS = '[role=dialog], main';

/**
 * Moves the focus when the focused element is removed (a deleted line, a button that disappears when it is clicked): to
 * the surrounding dialog or the main content, unless another element already has it. Keyboard and screen reader users
 * would otherwise start again from the top.
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
