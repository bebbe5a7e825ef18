import { useEffect, useState } from 'react';

/** A shopper who only looks something up in another tab is usually back sooner. */
const INACTIVE_AFTER_MS = 60_000;

/** False once the tab has been in the background for a minute, so that live updates can pause. */
export function useIsTabActive(): boolean {
  const [isTabActive, setIsTabActive] = useState(true);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startTimer = (): void => {
      timer = setTimeout(() => setIsTabActive(false), INACTIVE_AFTER_MS);
    };
    const handleVisibilityChange = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') startTimer();
      else setIsTabActive(true);
    };
    document.addEventListener('visibilitychange', handleVisibilityChange);
    // The page may have been opened in a background tab.
    if (document.visibilityState === 'hidden') startTimer();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', handleVisibilityChange);
    };
  }, []);

  return isTabActive;
}
