import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** Told before anything is taken: the order is not what this page showed. It takes the eye and the focus to itself. */
export function OrderChangedNotice({ sentence }: { sentence: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    notice.current?.focus();
  }, [sentence]);
  return (
    <p
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="mb-5 flex gap-3 rounded-control border-2 border-primary bg-muted p-4 font-semibold"
    >
      <RefreshCw aria-hidden className="mt-0.5 size-5 shrink-0" />
      {sentence}
    </p>
  );
}
