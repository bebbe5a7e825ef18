import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the browser shows this page again out of its back/forward cache, in the state in which it was left. A
 * call that waited for a redirect to another site waits for ever then.
 */
export function usePageRestore(handleRestore: () => void): void {
  const onRestore = useEffectEvent(handleRestore);
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onRestore();
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);
}
