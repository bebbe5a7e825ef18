import { listGuestOrders } from '@shop/contracts-order/routes';
import { api, queryKeys, useLazyComponent } from '@shop/web-kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { guestDesignsQuery } from '../designs/designs.queries.js';
import { useIsAnonymous } from '../use-sign-in-state.js';

const guestOrdersQuery = queryOptions({
  queryKey: [...queryKeys.orders, 'guest'],
  queryFn: ({ signal }) => api.call(listGuestOrders, { signal }),
  staleTime: 0,
});

interface Props {
  displayedOrderId?: string;
  /** The page itself has a form for a new account. */
  hasAccountForm?: boolean;
  className?: string;
}

/**
 * What a guest has made and ordered in this browser, with the offer to keep it. Nothing for customers who are signed in,
 * and nothing if it can't be loaded: the page works without it.
 */
export function GuestSession({ displayedOrderId, hasAccountForm = false, className }: Props) {
  const isAnonymous = useIsAnonymous({ error: null });
  const { data: designs = [] } = useQuery({ ...guestDesignsQuery, enabled: isAnonymous });
  const { data: orders = [] } = useQuery({ ...guestOrdersQuery, enabled: isAnonymous });
  const hasAny = isAnonymous && designs.length + orders.length > 0;
  const { Component: Panel } = useLazyComponent(
    () => import('./guest-session-panel.js').then((module) => module.GuestSessionPanel),
    hasAny,
  );
  if (!hasAny || !Panel) return null;
  return (
    <Panel
      designs={designs}
      orders={orders.filter(({ id }) => id !== displayedOrderId)}
      hasAccountForm={hasAccountForm}
      className={className}
    />
  );
}
