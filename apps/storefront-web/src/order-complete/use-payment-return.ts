import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Reads the provider's redirect parameters. Everything but the intent id is removed from the address bar, so that the
 * secret does not end up in the browser history or in screenshots; a reload still works.
 */
export function usePaymentReturn(): { intentId: string | null; hasRedirectFailed: boolean } {
  const [query, setQuery] = useSearchParams();
  const [redirectStatus] = useState(() => query.get('redirect_status'));
  const intentId = query.get('payment_intent');

  useEffect(() => {
    const isCleanedUp = [...query.keys()].every((name) => name === 'payment_intent');
    if (!isCleanedUp) setQuery(intentId ? { payment_intent: intentId } : {}, { replace: true });
  }, [query, setQuery, intentId]);

  return { intentId, hasRedirectFailed: redirectStatus === 'failed' };
}
