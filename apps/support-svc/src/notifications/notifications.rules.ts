import { hasReceivedMoney, type OrderStatus, type RefundSummary, type VariantSelections } from '@shop/contracts-order';

/**
 * Which status changes of an order are announced by email. The payment has its own email, with what was bought. An abandoned checkout is
 * cancelled silently, unless the bank was working on the payment or money has arrived. An assumed delivery is not announced either.
 */
const TEMPLATE_BY_STATUS = {
  created: null,
  paid: null,
  processing: 'order-printing',
  shipped: 'order-shipped',
  delivered: 'order-delivered',
  cancelled: 'order-cancelled',
} as const satisfies Record<OrderStatus, string | null>;

interface StatusChange {
  from: OrderStatus;
  to: OrderStatus;
  isAssumed?: boolean;
  wasAwaitingBank?: boolean;
  refundSummary?: RefundSummary;
}

const isAbandonedCheckout = ({ from, to, wasAwaitingBank = false, refundSummary }: StatusChange): boolean =>
  from === 'created' && to === 'cancelled' && !wasAwaitingBank && !(refundSummary && hasReceivedMoney(refundSummary));

export const findStatusTemplate = (change: StatusChange): (typeof TEMPLATE_BY_STATUS)[OrderStatus] =>
  change.isAssumed || isAbandonedCheckout(change) ? null : TEMPLATE_BY_STATUS[change.to];

const MAX_AGE_MS = 24 * 3_600_000;

/**
 * An email announces an artwork that was finished while its page was closed. Older artworks are left out, because
 * `npm run events -- republish artwork` publishes all artworks again.
 */
export const shouldEmailArtwork = (
  { watched, completedAt }: { watched: boolean; completedAt?: string },
  now: Date,
): boolean => !watched && (completedAt === undefined || now.getTime() - Date.parse(completedAt) < MAX_AGE_MS);

/** `Classic T-Shirt, M, Sand` */
export const formatArticle = ({
  title,
  variantSelections: { size, color },
}: {
  title: string;
  variantSelections: VariantSelections;
}): string => [title, size, color].filter(Boolean).join(', ');
