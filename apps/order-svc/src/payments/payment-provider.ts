import { DomainError, isDomainError } from '@shop/contracts-common';
import { type PaymentProviderName, type ShippingAddress, orderChangedMessage } from '@shop/contracts-order';

export interface Intent {
  id: string;
  /** Lets the browser pay. Only the customer may have it. */
  clientSecret: string;
  /** `open`: can be paid, for the first time or again after a decline. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled';
  /** The amount to be taken, or the amount taken once the intent has succeeded. */
  amountCents: number;
  /** Lower-case ISO 4217. */
  currency: string;
  /** Why the last attempt was declined, in words for the customer. */
  failureMessage: string | null;
  /** The provider's id of the declined attempt, if the provider names attempts. */
  attemptId?: string | null;
  /** The payment takes days: a debit, a bank transfer, micro-deposits or a voucher. */
  takesDays?: boolean;
  /** The provider reviews the payment, or has reviewed it. */
  review?: Pick<PaymentDoubt, 'id' | 'outcome'>;
}

/** Whose payments they are: with the keys of another account, or of the other mode, a payment can't be reached. */
export interface PaymentAccount {
  /** Null if the keys may not read it. */
  account: string | null;
  /** Real money. */
  livemode: boolean;
}

export interface NewIntent {
  orderId: string;
  orderNumber: string;
  amountCents: number;
  currency: string;
  shippingAddress: ShippingAddress;
  /** The same key always returns the same intent. */
  idempotencyKey: string;
}

/** Never changes the amount: a displayed price must not change while the customer pays. */
export type IntentChange = Pick<NewIntent, 'shippingAddress' | 'idempotencyKey'>;

export interface RefundRequest {
  orderId: string;
  /** The number of the refund within its order, from 1. */
  n: number;
  /** Null: everything that is not refunded yet. */
  amountCents: number | null;
  /** The same key makes one refund. */
  idempotencyKey: string;
}

export interface ProviderRefund {
  id: string;
  intentId: string;
  amountCents: number;
  /** Lower-case ISO 4217. The shop's currency if left out. */
  currency?: string;
  /** `pending`: accepted, and not confirmed by the bank. */
  status: 'pending' | 'succeeded' | 'failed';
  failure: string | null;
  /** The provider's term for what a pending refund waits for: `insufficient_funds`, `processing` … */
  pendingReason?: string | null;
  /** True if this shop requested it. False if an admin made it at the provider. */
  isOurs: boolean;
  /** The number of the refund within its order, if the provider knows it. */
  n?: number | null;
}

/** Whether it is the refund with this number, whatever its status. */
export const hasRefundNumber = ({ isOurs, n }: ProviderRefund, number: number): boolean => isOurs && n === number;

/** A customer has asked the bank for the money back. */
export interface ProviderDispute {
  id: string;
  intentId: string;
  amountCents: number;
  /** Lower-case ISO 4217. The order's currency if left out. */
  currency?: string;
  /** The provider's term: `fraudulent`, `product_not_received` … */
  reason: string;
  /** The provider's term: `needs_response`, `under_review`, `won`, `lost` … */
  status: string;
  respondBy: Date | null;
  openedAt: Date;
  isClosed: boolean;
}

/** A payment is in doubt: the provider reviews it, or the card's bank reports fraud. */
export interface PaymentDoubt {
  kind: 'payment-review' | 'fraud-warning';
  id: string;
  /** Null: the provider names only the charge. */
  intentId: string | null;
  chargeId: string | null;
  openedAt: Date;
  /** The provider's term for the end of a review: `approved`, `refunded_as_fraud` …; null while it is open. */
  outcome: string | null;
}

/** The present doubts about a payment. */
export interface PaymentDoubts {
  disputes: ProviderDispute[];
  reviews: PaymentDoubt[];
}

/** What an event is about. `refunds`: some refund of this intent changed; the provider has the details. */
export type ProviderEventContent =
  /** `claimedOrderId`: the intent lacks the shop's mark and names this order, which may belong to another shop. */
  | { about: 'intent'; intent: Intent; claimedOrderId?: string }
  | { about: 'refund'; refund: ProviderRefund }
  | { about: 'refunds'; intentId: string }
  | { about: 'dispute'; dispute: ProviderDispute }
  /** The provider signed it for the shop's endpoint, but it is about another account, or test money while the shop takes real money. */
  | { about: 'foreign'; reason: 'other-mode' | 'other-account' }
  | { about: 'doubt'; doubt: PaymentDoubt }
  | { about: 'nothing' };

export interface ProviderEvent {
  /** The provider's id of the event. A repeated delivery has the same id. */
  id: string;
  happenedAt: Date;
  /** The state at the time of the event. */
  content: ProviderEventContent;
}

/** From `from` inclusive to `until` exclusive. */
export interface TimeRange {
  from: Date;
  until: Date;
}

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/** Who reads the error of a failed call: the customer in the checkout, or an admin. */
export type CallContext = 'checkout' | 'admin';

/** The intent was made with the keys of another account, which may still have it. */
export const intentUnknown = (cause?: unknown): DomainError =>
  new DomainError(
    'PAYMENT_INTENT_UNKNOWN',
    'unavailable',
    'The payment provider does not know this payment. Please try again later.',
    { cause },
  );

export const isIntentUnknown = (error: unknown): boolean =>
  isDomainError(error) && error.code === 'PAYMENT_INTENT_UNKNOWN';

/** The provider signed the webhook, and the shop can't read it. */
export const webhookUnreadable = (cause: unknown): DomainError =>
  new DomainError('WEBHOOK_UNREADABLE', 'invalid', 'This webhook can not be read.', { cause });

export const providerOff = (): DomainError =>
  new DomainError(
    'PAYMENT_PROVIDER_OFF',
    'unavailable',
    'This payment was begun with a provider that is not set up right now. Please try again later.',
  );

/** The payment was made with another provider or in another account, so nothing about it can be asked with the present keys. */
export const isPaymentOutOfReach = (error: unknown): boolean =>
  isIntentUnknown(error) || (isDomainError(error) && error.code === 'PAYMENT_PROVIDER_OFF');

/** The provider's own failure, which it repeats for every key that may be used. */
const FAULT_REPEATED = 'PAYMENT_FAULT_REPEATED';

const REJECTION_CODES = ['PAYMENT_TOO_LARGE', 'PAYMENT_REQUEST_REJECTED', 'PAYMENT_KEY_REUSED', FAULT_REPEATED];

const REPEATED_CODES = ['PAYMENT_REQUEST_REJECTED', 'PAYMENT_NOT_PERMITTED', FAULT_REPEATED];

/** The provider gives this answer for a day whenever the same idempotency key is sent, whatever has changed since. */
export const isRepeatedByKey = (error: unknown): boolean => isDomainError(error) && REPEATED_CODES.includes(error.code);

/** The provider does not accept this request for a payment, whatever the customer corrects. Only that of another order can succeed. */
export const isRequestRejected = (error: unknown): boolean =>
  isDomainError(error) && REJECTION_CODES.includes(error.code);

/** A repeated refund request fails again with this error. */
export const refundExceedsRemainder = (cause?: unknown): DomainError =>
  new DomainError('REFUND_TOO_MUCH', 'impossible', 'That is more than can still go back.', { cause });

/**
 * The bank decides about the money, and returns it to the customer itself if the shop loses. A repeated refund request
 * fails again.
 */
export const refundDisputed = (cause?: unknown): DomainError =>
  new DomainError(
    'REFUND_DISPUTED',
    'conflict',
    'The customer has disputed this payment: the bank decides, and nothing can go back until then.',
    { cause },
  );

/** The provider will not make this refund, and repeats its answer to the same key. */
export const isRefundRefused = (error: unknown): boolean =>
  isRepeatedByKey(error) || (isDomainError(error) && error.code === 'REFUND_DISPUTED');

/** The confirmation needs an email address, so no payment is taken without one. */
export const emailMissing = (): DomainError => new DomainError('EMAIL_MISSING', 'invalid', 'Invalid email address');

/** `total`: the present total, such as `"61.83"`. */
export const orderChanged = (total: string): DomainError =>
  new DomainError('ORDER_CHANGED', 'conflict', orderChangedMessage(total));

/** Signed webhooks that can't be used, recorded as errors of the provider. */
export const WEBHOOK_ERROR_CODES = {
  unreadable: 'WEBHOOK_UNREADABLE',
  'other-mode': 'WEBHOOK_OTHER_MODE',
  'other-account': 'WEBHOOK_OTHER_ACCOUNT',
} as const;

/** Stored as the failure of a refund during a dispute. */
export const FAILURE_DISPUTED = 'the payment is disputed';

/** Stored as the failure of a refund whose payment no provider knows. */
export const FAILURE_INTENT_UNKNOWN = 'the payment provider does not know this payment';

/** Stored as the failure of a refund for money that was already refunded at the provider. */
export const FAILURE_EXCEEDS_REMAINDER = 'more than was left';

/** Codes of errors that are resolved as soon as the provider accepts any call. */
export const API_KEY_ERROR_CODES: readonly string[] = ['PAYMENT_KEY_WRONG', 'PAYMENT_NOT_PERMITTED'];

/**
 * Takes payments. Call it outside of transactions, because a provider may be slow. Methods that take an intent throw
 * PAYMENT_INTENT_UNKNOWN if the provider does not have it, or if it was made in another account or mode.
 */
export abstract class PaymentProvider {
  abstract readonly name: PaymentProviderName;
  /** What the browser needs to reach the provider. */
  abstract readonly publishableKey: string;
  /** What the browser loads in place of Stripe's script. */
  readonly scriptUrl: string | undefined;

  /** Throws if the provider does not accept the shop's calls. */
  abstract checkAccess(): Promise<void>;

  /** The account and mode of the shop's keys. */
  abstract getAccount(): Promise<PaymentAccount>;

  /** The same, without the account while the provider does not answer: for pages of the admin. */
  getKnownAccount(): Promise<PaymentAccount> {
    return this.getAccount();
  }

  abstract createIntent(intent: NewIntent): Promise<Intent>;

  /** Returns the intent afterwards. An intent that can no longer be paid comes back unchanged. */
  abstract updateIntent(id: string, change: IntentChange): Promise<Intent>;

  abstract retrieveIntent(id: string): Promise<Intent>;

  /** Returns the intent afterwards: `succeeded` if it was paid in between, `processing` if its money is on the way. */
  abstract cancelIntent(id: string, context?: CallContext): Promise<Intent>;

  /**
   * Refunds an amount, once per key. Throws REFUND_TOO_MUCH if less than that is left, and REFUND_DISPUTED during a
   * dispute.
   */
  abstract refund(intentId: string, request: RefundRequest): Promise<ProviderRefund>;

  abstract retrieveRefund(intentId: string, id: string): Promise<ProviderRefund>;

  /** Every refund of an intent, whether the shop requested it or not. */
  abstract listRefunds(intentId: string): Promise<ProviderRefund[]>;

  /** Disputes and reviews of an intent, as they are now. Early warnings of fraud are only in the list of events. */
  abstract listDoubts(intentId: string): Promise<PaymentDoubts>;

  /** The intent that made a charge; null if none did. */
  abstract findIntentOfCharge(chargeId: string): Promise<string | null>;

  /** Throws `invalid` unless the provider signed exactly these bytes recently. Reads nothing before that check. */
  abstract verifyWebhook(raw: Buffer, headers: WebhookHeaders): ProviderEvent;

  /** All events of a time range in pages, those of one second newest first, whether a webhook delivered them or not. */
  abstract listEvents(range: TimeRange): AsyncIterable<ProviderEvent[]>;
}
