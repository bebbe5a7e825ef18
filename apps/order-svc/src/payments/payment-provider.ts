import { DomainError, isDomainError } from '@shop/contracts/common';
import type { PaymentProviderName, ShippingAddress } from '@shop/contracts/order';

export interface Intent {
  id: string;
  /** With this the browser pays; it reaches nobody but the customer. */
  clientSecret: string;
  /** `open`: may be paid, for the first time or again after a decline. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** What will be, or once it has succeeded what was, taken. */
  amountCents: number;
  /** Lower-case ISO 4217. */
  currency: string;
  /** Why the last attempt was declined, in words for the customer. */
  failureMessage: string | null;
  /** The provider's own id of the attempt that was declined, where it names its attempts. */
  attemptId?: string | null;
  /** A bank works on it, or waits for its customer, for days: a debit, a bank transfer, micro-deposits, a voucher. */
  takesDays?: boolean;
}

export interface NewIntent {
  orderId: string;
  orderNumber: string;
  amountCents: number;
  currency: string;
  shippingAddress: ShippingAddress;
  /** The same key gives the same intent, however often it is asked for. */
  idempotencyKey: string;
}

/** Never the amount: what a page has on screen must not cost something else a moment later. */
export type IntentChange = Pick<NewIntent, 'shippingAddress' | 'idempotencyKey'>;

export interface RefundRequest {
  orderId: string;
  /** Which of the order's refunds it is, counted from 1. */
  n: number;
  /** Null: whatever has not gone back yet. */
  amountCents: number | null;
  /** Once for each key. */
  idempotencyKey: string;
}

export interface ProviderRefund {
  id: string;
  intentId: string;
  amountCents: number;
  /** Lower-case ISO 4217; left out: the shop's. */
  currency?: string;
  /** `pending`: taken on, the bank has not answered yet. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Why it failed. */
  failure: string | null;
  /** Asked for by this shop; else somebody made it at the provider itself. */
  isOurs: boolean;
  /** Which of the order's refunds it is, where the provider was told and says so. */
  n?: number | null;
}

/** The same number is the same refund, whatever became of it. */
export const hasRefundNumber = ({ isOurs, n }: ProviderRefund, number: number): boolean => isOurs && n === number;

/** A customer has asked the bank for the money back. */
export interface ProviderDispute {
  id: string;
  intentId: string;
  amountCents: number;
  /** Lower-case ISO 4217; left out: the order's. */
  currency?: string;
  /** In the provider's words: `fraudulent`, `product_not_received` … */
  reason: string;
  /** In the provider's words: `needs_response`, `under_review`, `won`, `lost` … */
  status: string;
  respondBy: Date | null;
  openedAt: Date;
  isClosed: boolean;
}

/** What an event is about; `refunds`: something of this intent went back, the provider knows what. */
export type ProviderEventContent =
  /** `claimedOrderId`: it does not say that it is the shop's, but names this order, which may be another shop's. */
  | { about: 'intent'; intent: Intent; claimedOrderId?: string }
  | { about: 'refund'; refund: ProviderRefund }
  | { about: 'refunds'; intentId: string }
  | { about: 'dispute'; dispute: ProviderDispute }
  | { about: 'nothing' };

export interface ProviderEvent {
  /** The provider's own id of the event: the same again is the same event. */
  id: string;
  happenedAt: Date;
  /** As it was at the event. */
  content: ProviderEventContent;
}

/** From then on, until before that. */
export interface TimeRange {
  from: Date;
  until: Date;
}

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/** Who reads what a provider does not do: whoever pays, or an admin. */
export type CallContext = 'checkout' | 'admin';

/** It was made with the keys of another account, which may have it still. */
export const intentUnknown = (cause?: unknown): DomainError =>
  new DomainError(
    'PAYMENT_INTENT_UNKNOWN',
    'unavailable',
    'The payment provider does not know this payment. Please try again later.',
    { cause },
  );

export const isIntentUnknown = (error: unknown): boolean =>
  isDomainError(error) && error.code === 'PAYMENT_INTENT_UNKNOWN';

const REJECTION_CODES = ['PAYMENT_TOO_LARGE', 'PAYMENT_REQUEST_REFUSED', 'PAYMENT_KEY_REUSED'];

/** It makes no payment of this amount and address, however often it is asked: only another request may be taken. */
export const isRequestRefused = (error: unknown): boolean =>
  isDomainError(error) && REJECTION_CODES.includes(error.code);

/** Trying again mends neither of these two refusals of a refund. */
export const refundExceedsRemainder = (cause?: unknown): DomainError =>
  new DomainError('REFUND_TOO_MUCH', 'impossible', 'That is more than can still go back.', { cause });

/** The customer has asked the bank for the money, which decides, and gives it back itself where the shop loses. */
export const refundDisputed = (cause?: unknown): DomainError =>
  new DomainError(
    'REFUND_DISPUTED',
    'conflict',
    'The customer has disputed this payment: the bank decides, and nothing can go back until then.',
    { cause },
  );

/** Who takes the money. Called outside transactions: a provider may be slow. What is asked of an intent throws PAYMENT_INTENT_UNKNOWN where it has none such. */
export abstract class PaymentProvider {
  abstract readonly name: PaymentProviderName;
  /** What the browser needs to reach the provider; null where it needs nothing. */
  abstract readonly publishableKey: string | null;
  /** Whether who has an intent's client secret can pay it without asking the shop. */
  abstract readonly paysBySecretAlone: boolean;

  /** Throws while it does not take the calls of the shop. */
  abstract checkAccess(): Promise<void>;

  abstract createIntent(intent: NewIntent): Promise<Intent>;

  /** The intent afterwards: one that may no longer be paid comes back unchanged, with its status. */
  abstract updateIntent(id: string, change: IntentChange): Promise<Intent>;

  abstract retrieveIntent(id: string): Promise<Intent>;

  /** The intent afterwards: one that has been paid meanwhile comes back as succeeded, and one whose money is on its way as processing. */
  abstract cancelIntent(id: string, context?: CallContext): Promise<Intent>;

  /** Gives an amount back, once for each key. Throws REFUND_TOO_MUCH where less than that is left, REFUND_DISPUTED where a bank decides about it. */
  abstract refund(intentId: string, request: RefundRequest): Promise<ProviderRefund>;

  abstract retrieveRefund(id: string): Promise<ProviderRefund>;

  /** Every refund of an intent, whoever made it. */
  abstract listRefunds(intentId: string): Promise<ProviderRefund[]>;

  /** Throws `invalid` unless the signature over exactly these bytes is the provider's and fresh; reads nothing before that. */
  abstract verifyWebhook(raw: Buffer, headers: WebhookHeaders): ProviderEvent;

  /** All that happened, told by webhook or not, a page at a time, in any order. */
  abstract listEvents(range: TimeRange): AsyncIterable<ProviderEvent[]>;
}
