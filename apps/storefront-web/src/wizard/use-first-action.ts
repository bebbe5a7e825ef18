import { useEffect, useEffectEvent } from 'react';

/** A press or tap, also by a screen reader, which sends only the click; a wheel, a swipe, a key. */
const ACTIONS = ['pointerdown', 'click', 'wheel', 'touchmove', 'keydown'] as const;

/** A smaller shift is the browser's rounding. */
const SCROLLED_MIN_PX = 4;

interface Position {
  readonly scrollY: number;
  /** Another height means that the layout moved the page, not the visitor. */
  readonly pageHeight: number;
}

const readPosition = (): Position => ({
  scrollY: window.scrollY,
  pageHeight: document.documentElement.scrollHeight,
});

/** How the page scrolls itself to a new step is over after two frames. */
const afterTwoFrames = (task: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(task)));
  return () => cancelAnimationFrame(frame);
};

/**
 * Calls `onAction` when the visitor does something on the page: presses, taps, scrolls or uses a key. A resting or moving
 * pointer, and focus or scroll position moved by the page are no actions.
 */
export function useFirstAction(isEnabled: boolean, onAction: () => void): void {
  const report = useEffectEvent(onAction);
  useEffect(() => {
    if (!isEnabled) return;
    const handleAction = (event: Event): void => {
      // A key that was pressed before repeats.
      if (!(event instanceof KeyboardEvent && event.repeat)) report();
    };
    let last: Position | null = null;
    const stopWaiting = afterTwoFrames(() => (last = readPosition()));
    // Also by the scroll bar, a middle click or assistive technology.
    const handleScroll = (): void => {
      if (!last) return;
      const now = readPosition();
      if (now.pageHeight === last.pageHeight && Math.abs(now.scrollY - last.scrollY) >= SCROLLED_MIN_PX) report();
      else last = now;
    };
    const resizes = new ResizeObserver(() => {
      if (last) last = readPosition();
    });
    resizes.observe(document.documentElement);
    const options = { capture: true, passive: true };
    for (const type of ACTIONS) window.addEventListener(type, handleAction, options);
    window.addEventListener('scroll', handleScroll, options);
    return () => {
      stopWaiting();
      resizes.disconnect();
      for (const type of ACTIONS) window.removeEventListener(type, handleAction, options);
      window.removeEventListener('scroll', handleScroll, options);
    };
  }, [isEnabled]);
}
