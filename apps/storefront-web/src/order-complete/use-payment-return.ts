import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * What the provider's return address says (D28). Once read, everything but the intent leaves the address bar: the
 * secret must not stay in histories and screenshots, and a reload still works (D43).
 */
export function usePaymentReturn(): { intentId: string | null; hasRedirectFailed: boolean } {
  const [query, setQuery] = useSearchParams();
  const [redirectStatus] = useState(() => query.get('redirect_status'));
  const intentId = query.get('payment_intent');

  useEffect(() => {
    const isTidy = [...query.keys()].every((name) => name === 'payment_intent');
    if (!isTidy) setQuery(intentId ? { payment_intent: intentId } : {}, { replace: true });
  }, [query, setQuery, intentId]);

  return { intentId, hasRedirectFailed: redirectStatus === 'failed' };
}
