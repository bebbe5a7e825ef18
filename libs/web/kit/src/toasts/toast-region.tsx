import { useEffect, useState, type ComponentType } from 'react';
import { FallbackToaster, type ToasterProps } from './fallback-toaster.js';
import { loadChunk } from '../remote/load-chunk.js';
import { useToasts } from './toast-store.js';

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
  const { toast, dismiss } = useToasts();
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps>>();
  const id = toast?.id;
  useEffect(() => {
    if (id) void loadToaster().then((found) => setToaster(() => found));
  }, [id]);
  return toast && Toaster && <Toaster toast={toast} onDismiss={dismiss} />;
}
