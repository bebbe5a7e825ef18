import { QueryClient } from '@tanstack/react-query';
import { aCustomerOrder } from '../testing/builders.js';
import { customerOrderQuery, setCustomerOrder } from './order.queries.js';

const at = (second: string) => ({ readAt: `2026-11-20T12:00:${second}Z` });
const known = aCustomerOrder();

/** Applies the states in this order and returns the `readAt` of the cached one. */
function getCachedAfter(...states: { readAt?: string }[]): string | undefined {
  const queryClient = new QueryClient();
  for (const state of states) setCustomerOrder(queryClient, { ...known, readAt: state.readAt });
  return queryClient.getQueryData(customerOrderQuery({ orderId: known.order.id, key: null }).queryKey)?.readAt;
}

describe('setCustomerOrder', () => {
  it('keeps the newer of two states, whichever arrives last', () => {
    expect(getCachedAfter(at('01.000001'), at('01.000002'))).toBe(at('01.000002').readAt);
    expect(getCachedAfter(at('01.000002'), at('01.000001'))).toBe(at('01.000002').readAt);
    expect(getCachedAfter(at('09.999999'), at('10.000000'), at('09.999999'))).toBe(at('10.000000').readAt);
  });

  it('keeps the last state if an older server version sends no timestamp', () => {
    expect(getCachedAfter(at('02.000000'), {})).toBeUndefined();
    expect(getCachedAfter({}, at('01.000000'))).toBe(at('01.000000').readAt);
  });
});
