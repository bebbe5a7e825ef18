import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Changes the query of the address, in place. It starts from where the browser is, not from what was last drawn: the router
 * draws in a transition, and of two changes made meanwhile (as by its own `setSearchParams`) only the second would stay.
 */
export function useChangeQuery(): (change: (query: URLSearchParams) => void) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) => {
      const query = new URLSearchParams(window.location.search);
      change(query);
      void navigate(`?${query}`, { replace: true });
    },
    [navigate],
  );
}
