import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Takes the focus from the step before, whose button is gone. Screen readers begin at its start, and a phone scrolls to
 * it.
 */
export function Step({ label, children }: { label: string; children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    step.current?.focus();
  }, []);
  return (
    <div
      ref={step}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="flex scroll-mt-24 flex-col gap-5 outline-none"
    >
      {children}
    </div>
  );
}
