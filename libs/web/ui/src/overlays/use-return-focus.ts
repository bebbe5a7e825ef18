import { useRef } from 'react';

type FindElement = () => HTMLElement | null;

const mayTakeFocus = (element: Element | null | undefined): element is HTMLElement => element instanceof HTMLElement && element.isConnected && element !== document.body;

/**
 * Where the focus goes when a dialog closes: to what opened it, else to what `returnFocusTo` finds, else to Radix's own trigger. A dialog
 * that is opened by an address has no trigger, and Safari gives a pressed button no focus.
 */
export function useReturnFocus(returnFocusTo?: FindElement) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const target = [opener.current, returnFocusTo?.()].find(mayTakeFocus);
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
  };
}
