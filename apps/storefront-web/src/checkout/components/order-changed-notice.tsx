import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';

/**
 * Tells before payment that the order differs from what this page displayed. It takes the focus, so that nobody misses
 * it.
 */
export function OrderChangedNotice({ message }: { message: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.focus();
  }, [message]);
  return (
    <p
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="mb-5 flex gap-3 rounded-control border-2 border-primary bg-muted p-4 font-semibold"
    >
      <RefreshCw aria-hidden className="mt-0.5 size-5 shrink-0" />
      {message}
    </p>
  );
}
