import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadChunk } from '../remote/load-chunk.js';
import { dismissToast, type ToastEntry, useToast } from './toast-store.js';

interface ToasterProps {
  toast: ToastEntry | null;
  onDismiss: (id: number) => void;
}

/** The same as in the downloaded toaster (spec, section 9). */
const DURATION_MS = 5000;

/**
 * A plain toast for when the toaster can't be downloaded, so that "You are offline" is still shown. It stays while it
 * has the focus.
 */
function FallbackToaster({ toast, onDismiss }: ToasterProps) {
  const card = useRef<HTMLDivElement>(null);
  const id = toast?.open ? toast.id : 0;
  useEffect(() => {
    if (!id) return;
    const timer = setInterval(() => card.current?.contains(document.activeElement) || onDismiss(id), DURATION_MS);
    const focusOnF8 = ({ key }: KeyboardEvent) => key === 'F8' && card.current?.focus();
    addEventListener('keydown', focusOnF8);
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', focusOnF8);
    };
  }, [id, onDismiss]);

  if (!toast?.open) return null;
  return (
    <div
      ref={card}
      role="status"
      tabIndex={-1}
      data-toast={toast.variant ?? 'default'}
      className="ui-toast ui-toast-fallback"
    >
      <div className="ui-toast-text">
        <p className="ui-toast-title">{toast.title}</p>
        {toast.description && <p>{toast.description}</p>}
      </div>
      <button className="ui-toast-close" onClick={() => onDismiss(id)}>
        Close
      </button>
    </div>
  );
}

const loadToaster = (): Promise<ComponentType<ToasterProps>> =>
  loadChunk(() => import('@shop/web-ui/toaster')).then(
    ({ Toaster }) => Toaster,
    () => FallbackToaster,
  );

/**
 * Shows what `toast()` receives. The toaster is downloaded with the first toast, because most visits have none; a
 * failed download is retried at the next toast.
 */
export function ToastRegion() {
  const toast = useToast();
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps>>();
  const id = toast?.id;
  useEffect(() => {
    if (id) void loadToaster().then((found) => setToaster(() => found));
  }, [id]);
  return toast && Toaster && <Toaster toast={toast} onDismiss={dismissToast} />;
}
