import { useEffect, useState } from 'react';

/** Somebody who looks up a word in another tab is back sooner. */
const INACTIVE_AFTER_MS = 60_000;

/** False once the tab has been in the background for a while: what is only for the eye may rest. */
export function useIsTabActive(): boolean {
  const [isTabActive, setIsTabActive] = useState(true);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => {
      timer = setTimeout(() => setIsTabActive(false), INACTIVE_AFTER_MS);
    };
    const look = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') leave();
      else setIsTabActive(true);
    };
    document.addEventListener('visibilitychange', look);
    // Opened in the background.
    if (document.visibilityState === 'hidden') leave();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  return isTabActive;
}
