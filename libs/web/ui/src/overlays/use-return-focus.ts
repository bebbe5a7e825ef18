import { useRef } from 'react';

type FindElement = () => HTMLElement | null;

const isFocusable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body;

const findOuterDialog: FindElement = () =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open]')].at(-1) ?? null;

/**
 * Where the focus goes when a dialog closes: to what opened it, else to what `returnFocusTo` finds, else to the dialog below, else to Radix's own trigger. A dialog
 * that is opened by an address has no trigger, and Safari gives a pressed button no focus.
 */
export function useReturnFocus(returnFocusTo?: FindElement) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const target = [opener.current, returnFocusTo?.(), findOuterDialog()].find(isFocusable);
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
  };
}
