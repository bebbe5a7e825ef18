import { Slot } from 'radix-ui';
import { useLayoutEffect, useRef, type FocusEvent, type PointerEvent, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { getPageState, getPageStore, usePageStore } from '../page-state.js';

/** Spec, section 9: delay before the first tooltip, and how long after one the next opens without delay. */
const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;
/** Time to move the pointer from the button onto the tooltip, which must stay open then (WCAG 1.4.13). */
const LEAVE_DELAY_MS = 100;

export interface TooltipState {
  label: string;
  anchor: HTMLElement;
}

const current = getPageStore<TooltipState | null>('current-tooltip', null);
const times = getPageState<{ lastClosedAt: number; timer?: ReturnType<typeof setTimeout> }>('tooltip-times', () => ({
  lastClosedAt: -Infinity,
}));

function show(next: TooltipState | null): void {
  clearTimeout(times.timer);
  if (current.get() && !next) times.lastClosedAt = Date.now();
  current.set(next);
}

function showLater(next: TooltipState | null, delayMs: number): void {
  clearTimeout(times.timer);
  times.timer = setTimeout(() => show(next), delayMs);
}

/** One tooltip at a time for the whole page. */
export const tooltipStore = {
  pointerOver: (tooltip: TooltipState): void => {
    const isWarm = current.get() !== null || Date.now() - times.lastClosedAt < SKIP_DELAY_MS;
    if (isWarm) show(tooltip);
    else showLater(tooltip, OPEN_DELAY_MS);
  },
  pointerLeft: (): void => showLater(null, LEAVE_DELAY_MS),
  /** For a pointer on the tooltip itself. */
  keepOpen: (): void => clearTimeout(times.timer),
  open: (tooltip: TooltipState): void => show(tooltip),
  close: (): void => show(null),
};

const GAP_PX = 8;

/** Renders the page's one tooltip. A label above a button needs no positioning library. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const tooltip = usePageStore(current);
  return (
    <>
      {children}
      {tooltip && createPortal(<TooltipBubble tooltip={tooltip} />, document.body)}
    </>
  );
}

function TooltipBubble({ tooltip: { label, anchor } }: { tooltip: TooltipState }) {
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    const anchorRect = anchor.getBoundingClientRect();
    const topAbove = anchorRect.top - element.offsetHeight - GAP_PX;
    const leftCentred = anchorRect.left + anchorRect.width / 2 - element.offsetWidth / 2;
    element.style.top = `${topAbove < GAP_PX ? anchorRect.bottom + GAP_PX : topAbove}px`;
    element.style.left = `${Math.max(GAP_PX, Math.min(leftCentred, document.documentElement.clientWidth - element.offsetWidth - GAP_PX))}px`;
  }, [label, anchor]);

  useLayoutEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') tooltipStore.close();
    };
    document.addEventListener('keydown', closeOnEscape);
    window.addEventListener('scroll', tooltipStore.close, { capture: true, passive: true });
    window.addEventListener('resize', tooltipStore.close);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      window.removeEventListener('scroll', tooltipStore.close, { capture: true });
      window.removeEventListener('resize', tooltipStore.close);
    };
  }, []);

  // The anchor may be removed while its tooltip is open, for example with a cart line.
  useLayoutEffect(() => {
    const observer = new MutationObserver(() => {
      if (!anchor.isConnected) tooltipStore.close();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [anchor]);

  return (
    <div
      ref={bubble}
      role="tooltip"
      className="ui-tooltip"
      onPointerEnter={tooltipStore.keepOpen}
      onPointerLeave={tooltipStore.pointerLeft}
    >
      {label}
    </div>
  );
}

/**
 * Shows the name of an icon button on hover and keyboard focus. The button keeps its `aria-label` for screen readers.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Slot.Root
      onPointerEnter={({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType !== 'touch') tooltipStore.pointerOver({ label, anchor: currentTarget });
      }}
      onPointerLeave={tooltipStore.pointerLeft}
      onPointerDown={tooltipStore.close}
      onFocus={({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) tooltipStore.open({ label, anchor: currentTarget });
      }}
      onBlur={tooltipStore.close}
    >
      {children}
    </Slot.Root>
  );
}
