import { useEffect, useRef } from 'react';

/** A new step starts at its top and takes the focus, which stood on a button that is gone. */
export function useFocusOnStepChange(step: string) {
  const start = useRef<HTMLDivElement>(null);
  const shown = useRef(step);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    start.current?.focus({ preventScroll: true });
    if ((start.current?.getBoundingClientRect().top ?? 0) < 0) start.current?.scrollIntoView({ block: 'start' });
  }, [step]);

  return start;
}
