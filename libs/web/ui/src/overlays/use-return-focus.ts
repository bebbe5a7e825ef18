import { useRef } from 'react';

type FindElement = () => HTMLElement | null;

const isFocusable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body;

const findOuterDialog: FindElement = () =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open]')].at(-1) ?? null;

/**
 * Moves the focus when a dialog closes: to the element that opened it, else to what `returnFocusTo` finds, else to the
 * outer dialog, else to Radix's own trigger. A dialog that a URL opened has no trigger, and Safari gives a clicked
 * button no focus. If `returnFocusTo` finds another element than at the opening, the dialog shows another thing by now, and this element comes first.
 */
export function useReturnFocus(returnFocusTo?: FindElement) {
  const opener = useRef<Element | null>(null);
  const found = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      found.current = returnFocusTo?.() ?? null;
    },
    onCloseAutoFocus: (event: Event) => {
      const now = returnFocusTo?.();
      const hasMoved = found.current !== null && isFocusable(now) && now !== found.current;
      const target = [hasMoved ? now : opener.current, now, findOuterDialog()].find(isFocusable);
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
  };
}
