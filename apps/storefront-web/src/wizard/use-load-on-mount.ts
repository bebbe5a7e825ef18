import { useEffect, useRef } from 'react';

/** Downloads a lazy component as soon as its place is on the page. Without it, its place stays empty. */
export function useLoadOnMount(load: () => Promise<boolean>, isNeeded = true): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!isNeeded || hasStarted.current) return;
    hasStarted.current = true;
    void load();
  }, [isNeeded, load]);
}
