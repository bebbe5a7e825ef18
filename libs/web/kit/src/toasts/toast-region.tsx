import { Toaster } from '@shop/web-ui';
import { useToasts } from './toast-store.js';

/** Shows what `toast()` was given, anywhere on the page. */
export function ToastRegion() {
  const { toast, dismiss } = useToasts();
  return <Toaster toast={toast} onDismiss={dismiss} />;
}
