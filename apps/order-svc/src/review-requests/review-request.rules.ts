/**
 * When a customer is asked for a review: once for each order, two weeks after the last delivery. An open problem or a parcel that came back
 * delays it. After too long a delay the customer is not asked any more.
 */
import { type OrderStatus, REVIEW_AFTER_DAYS } from '@shop/contracts-order';

const DAY_MS = 86_400_000;

/** While something is open, it is looked at again after this time. */
const RECHECK_DAYS = 7;

/** So long after the first delivery no customer is asked. */
const LATEST_DAYS = 90;

export interface ReviewableOrder {
  status: OrderStatus;
  hasEmail: boolean;
  isAnonymised: boolean;
  /** The account is being erased. */
  isErased: boolean;
  /** A review was asked for before. */
  wasAsked: boolean;
  /** All of its money went back. */
  isFullyRefunded: boolean;
  /** A parcel is back that was not sent again. */
  isParcelBack: boolean;
  hasOpenProblem: boolean;
  /** Items are being sent again. */
  hasOpenReprint: boolean;
  deliveredAt: Date;
  /** Of the order and of what was sent again; null: not known. */
  lastDeliveredAt: Date | null;
}

export type ReviewRequestDecision = { kind: 'ask' } | { kind: 'later'; at: Date } | { kind: 'never' };

const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

export const findReviewRequestTime = (deliveredAt: Date): Date => addDays(deliveredAt, REVIEW_AFTER_DAYS);

export function decideReviewRequest(order: ReviewableOrder, now = new Date()): ReviewRequestDecision {
  const isOver =
    order.wasAsked ||
    order.status !== 'delivered' ||
    order.isAnonymised ||
    order.isErased ||
    !order.hasEmail ||
    order.isFullyRefunded ||
    addDays(order.deliveredAt, LATEST_DAYS) < now;
  if (isOver) return { kind: 'never' };
  if (order.isParcelBack || order.hasOpenProblem || order.hasOpenReprint)
    return { kind: 'later', at: addDays(now, RECHECK_DAYS) };
  const dueAt = findReviewRequestTime(order.lastDeliveredAt ?? order.deliveredAt);
  return dueAt > now ? { kind: 'later', at: dueAt } : { kind: 'ask' };
}

/** The first word, as people write their names; null for an initial or nothing. */
export function findFirstName(recipient: string): string | null {
  const [first = ''] = recipient.trim().split(/\s+/u);
  return /^\p{L}{2}/u.test(first) ? first : null;
}

/** Each product once, in the order of the purchase. */
export const listReviewedProducts = (
  items: readonly { productId: string; title: string }[],
): { productId: string; title: string }[] =>
  items
    .filter(({ productId }, index) => items.findIndex((item) => item.productId === productId) === index)
    .map(({ productId, title }) => ({ productId, title }));
