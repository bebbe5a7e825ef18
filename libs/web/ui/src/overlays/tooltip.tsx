import { Slot } from 'radix-ui';
import {
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { tooltipStore, type ShownTooltip } from './tooltip-store.js';

const GAP_PX = 8;

/** Shows the page's one tooltip. A label above a button needs no positioning library: measure, place, stay inside. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const shown = useSyncExternalStore(tooltipStore.subscribe, tooltipStore.get);
  return (
    <>
      {children}
      {shown && createPortal(<Bubble tooltip={shown} />, document.body)}
    </>
  );
}

function Bubble({ tooltip: { label, anchor } }: { tooltip: ShownTooltip }) {
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const box = bubble.current;
    if (!box) return;
    const around = anchor.getBoundingClientRect();
    const above = around.top - box.offsetHeight - GAP_PX;
    const centred = around.left + around.width / 2 - box.offsetWidth / 2;
    box.style.top = `${above < GAP_PX ? around.bottom + GAP_PX : above}px`;
    box.style.left = `${Math.max(GAP_PX, Math.min(centred, document.documentElement.clientWidth - box.offsetWidth - GAP_PX))}px`;
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

  // The anchor may go away with its tooltip open: a removed line, another page.
  useLayoutEffect(() => {
    const watch = new MutationObserver(() => {
      if (!anchor.isConnected) tooltipStore.close();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [anchor]);

  return (
    <div
      ref={bubble}
      role="tooltip"
      className="ui-tooltip"
      onPointerEnter={tooltipStore.hold}
      onPointerLeave={tooltipStore.pointerLeft}
    >
      {label}
    </div>
  );
}

/** Names an icon button on hover and on keyboard focus. The button keeps its own `aria-label`, which says the same to screen readers. */
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
