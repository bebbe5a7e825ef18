import { useEffect, useRef } from 'react';

/** Scrolls to the top of a new step and focuses it, because the focused button was removed. */
export function useFocusOnStepChange(step: string) {
  const container = useRef<HTMLDivElement>(null);
  const previousStep = useRef(step);

  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    container.current?.focus({ preventScroll: true });
    if ((container.current?.getBoundingClientRect().top ?? 0) < 0)
      container.current?.scrollIntoView({ block: 'start' });
  }, [step]);

  return container;
}
