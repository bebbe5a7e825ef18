import { QueryClient } from '@tanstack/react-query';
import { aCustomerOrder } from '../../testing/builders.js';
import { customerOrderQuery, setCustomerOrder } from './get-order.js';

const at = (second: string) => ({ readAt: `2026-11-20T12:00:${second}Z` });
const known = aCustomerOrder();

/** What the page shows after it was told these, one after the other. */
function shownAfter(...told: { readAt?: string }[]): string | undefined {
  const queryClient = new QueryClient();
  for (const moment of told) setCustomerOrder(queryClient, { ...known, readAt: moment.readAt });
  return queryClient.getQueryData(customerOrderQuery({ orderId: known.order.id, key: null }).queryKey)?.readAt;
}

describe('what a page is told of its order', () => {
  it('is the newer of two answers, whichever comes last', () => {
    expect(shownAfter(at('01.000001'), at('01.000002'))).toBe(at('01.000002').readAt);
    expect(shownAfter(at('01.000002'), at('01.000001'))).toBe(at('01.000002').readAt);
    expect(shownAfter(at('09.999999'), at('10.000000'), at('09.999999'))).toBe(at('10.000000').readAt);
  });

  it('is the last where a version of the shop before does not say when it looked', () => {
    expect(shownAfter(at('02.000000'), {})).toBeUndefined();
    expect(shownAfter({}, at('01.000000'))).toBe(at('01.000000').readAt);
  });
});
