/**
 * A fulfilment hold stops an order before the printer: the customer's bank disputes the payment, the provider reviews it, a
 * card network warns of fraud, or the shop has asked the customer. It ends when the provider clears the payment, or when an
 * admin decides. It also ends when the order is sent or cancelled.
 */
import type { FulfilmentHoldKind, OrderStatus } from '@shop/contracts-order';
import { isSent } from './fulfilment.rules.js';

export interface HoldKey {
  kind: FulfilmentHoldKind;
  /** The provider's id of the dispute, review or warning; the question's own id. */
  reference: string;
}

/** Why an order with such a hold is not printed. */
export const HOLD_REASONS: Readonly<Record<FulfilmentHoldKind, string>> = {
  dispute: "the customer's bank disputes the payment",
  'payment-review': 'the payment provider reviews the payment',
  'fraud-warning': "the card's bank warns of fraud",
  question: 'the customer was asked about it',
};

/** The outcomes in the shop's favour, by the provider's terms. Any other status, also an unknown one, holds the order. */
const CLEARED_DISPUTES: ReadonlySet<string> = new Set(['won', 'warning_closed']);

export const isDisputeCleared = (status: string): boolean => CLEARED_DISPUTES.has(status);

/** A review that ended in any other way, such as with a refund, leaves the decision to an admin. */
export const isReviewCleared = (outcome: string): boolean => outcome === 'approved';

/** A warning or a review of an order that was sent stops nothing but what is sent again. A dispute does so by its own row. */
export const isLateDoubt = ({ kind }: Pick<HoldKey, 'kind'>, status: OrderStatus): boolean =>
  (kind === 'fraud-warning' || kind === 'payment-review') && isSent(status);

/** Until then something can be stopped, at the shop or at the printer. */
export const canBeHeld = (status: OrderStatus): boolean =>
  status === 'created' || status === 'paid' || status === 'processing';
