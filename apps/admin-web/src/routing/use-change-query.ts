import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Changes the query of the URL in place. It starts from `window.location`, not from the rendered location: the router
 * renders in a transition, so of two quick changes (as with its own `setSearchParams`) only the second would survive.
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
