import { useEffect, useState, type ComponentType } from 'react';
import { FallbackToaster, type ToasterProps } from './fallback-toaster.js';
import { useToasts } from './toast-store.js';

const loadToaster = (): Promise<ComponentType<ToasterProps>> =>
  import('@shop/web-ui/toaster').then(
    ({ Toaster }) => Toaster,
    () => FallbackToaster,
  );

/** Shows what `toast()` was given. The region comes with the first toast, and is asked for anew at each until it is there; most visits begin without one. */
export function ToastRegion() {
  const { toast, dismiss } = useToasts();
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps>>();
  const id = toast?.id;
  useEffect(() => {
    if (id) void loadToaster().then((found) => setToaster(() => found));
  }, [id]);
  return toast && Toaster && <Toaster toast={toast} onDismiss={dismiss} />;
}
