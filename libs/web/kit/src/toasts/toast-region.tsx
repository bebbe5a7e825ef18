import { lazy, Suspense } from 'react';
import { useToasts } from './toast-store.js';

interface ToasterProps {
  toast: ReturnType<typeof useToasts>['toast'];
  onDismiss: (id: number) => void;
}

/** The words alone, for when the region itself can't be downloaded: being offline is itself something to be told. */
function PlainToaster({ toast }: ToasterProps) {
  if (!toast?.open) return null;
  return (
    <div role="status" data-toast={toast.variant ?? 'default'} className="ui-toast ui-toast-plain">
      <div className="ui-toast-text">
        <p className="ui-toast-title">{toast.title}</p>
        {toast.description && <p>{toast.description}</p>}
      </div>
    </div>
  );
}

const Toaster = lazy(async () => {
  try {
    return { default: (await import('@shop/web-ui/toaster')).Toaster };
  } catch {
    return { default: PlainToaster };
  }
});

/** Shows what `toast()` was given. The region comes with the first toast; most visits begin without one. */
export function ToastRegion() {
  const { toast, dismiss } = useToasts();
  if (!toast) return null;
  return (
    <Suspense>
      <Toaster toast={toast} onDismiss={dismiss} />
    </Suspense>
  );
}
