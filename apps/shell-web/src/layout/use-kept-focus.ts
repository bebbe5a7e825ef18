import { useEffect } from 'react';

const HOLDERS = '[role=dialog], main';

/**
 * What has the focus may go: a line that is removed, a button that is there until it is pressed. What it stood in, a dialog or the page's main part, takes the
 * focus then, unless somebody else has; so that nobody who goes by keyboard or ear starts again from the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | null = null;
    let holder: HTMLElement | null = null;
    let frame = 0;

    const remember = ({ target }: FocusEvent): void => {
      focused = target instanceof Element ? target : null;
      holder = focused?.closest<HTMLElement>(HOLDERS) ?? null;
    };
    const keep = (): void => {
      const isLost = document.activeElement === document.body && focused?.isConnected === false;
      if (isLost && holder?.isConnected) holder.focus({ preventScroll: true });
      else if (isLost) focused = null;
    };
    const changes = new MutationObserver(() => {
      if (focused?.isConnected !== false) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(keep);
    });

    document.addEventListener('focusin', remember);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
