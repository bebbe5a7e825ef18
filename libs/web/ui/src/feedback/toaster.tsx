import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useLayoutEffect, useRef } from 'react';
import { Tooltip } from '../overlays/tooltip.js';
import { findToastTop, listUncoveredSpans } from './toast-position.js';

interface ToastData {
  id: number;
  open: boolean;
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

/** Spec, section 9: how long a toast is visible, and how far a swipe to the right dismisses it. */
const DURATION_MS = 5000;
const SWIPE_PX = 50;

/** The notification region: F8 focuses it; Escape or a swipe to the right dismisses a toast. */
export function Toaster({ toast, onDismiss }: { toast: ToastData | null; onDismiss: (id: number) => void }) {
  return (
    <Primitive.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX} label="Notification">
      {toast && <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />}
      <Primitive.Viewport hotkey={['F8']} label="Notifications ({hotkey})" className="ui-toast-viewport" />
    </Primitive.Provider>
  );
}

/** How often the position is checked: the page may scroll or change while the toast is open. */
const POSITION_INTERVAL_MS = 150;

/** On a phone, a toast covers no heading; feedback.css uses the position there only. */
function useToastPosition() {
  const card = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    let top: number | undefined;
    const position = (): void => {
      if (!card.current) return;
      top = findToastTop(card.current.offsetHeight, innerHeight, listUncoveredSpans(), top);
      card.current.parentElement?.style.setProperty('--toast-top', `${top}px`);
    };
    position();
    const timer = setInterval(position, POSITION_INTERVAL_MS);
    // In a smaller window its place may be outside.
    window.addEventListener('resize', position);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', position);
    };
  }, []);
  return card;
}

function ToastCard({ toast, onDismiss }: { toast: ToastData; onDismiss: (id: number) => void }) {
  const Icon = toast.variant === 'destructive' ? CircleAlert : CircleCheck;
  const card = useToastPosition();
  return (
    <Primitive.Root
      ref={card}
      data-toast={toast.variant ?? 'default'}
      type="foreground"
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) onDismiss(toast.id);
      }}
      className="ui-toast"
    >
      <Icon aria-hidden />
      <div className="ui-toast-text">
        <Primitive.Title className="ui-toast-title">{toast.title}</Primitive.Title>
        {toast.description && <Primitive.Description>{toast.description}</Primitive.Description>}
      </div>
      <Tooltip label="Close notification">
        <Primitive.Close aria-label="Close notification" className="ui-toast-close">
          <X aria-hidden />
        </Primitive.Close>
      </Tooltip>
    </Primitive.Root>
  );
}
