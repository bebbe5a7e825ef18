import type { PaymentProviderName } from '@shop/contracts/order';

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
}

export interface NewIntent {
  orderId: string;
  orderNumber: string;
  amountCents: number;
  currency: string;
  /** The same key gives the same intent, however often it is asked for. */
  idempotencyKey: string;
}

export interface ProviderEvent {
  /** The provider's own id of the event: the same again is the same event. */
  id: string;
  /** The intent as it was at the event; null where the event is about something else. */
  intent: Intent | null;
}

/** Who takes the money. Called outside transactions: a provider may be slow. */
export abstract class PaymentProvider {
  abstract readonly name: PaymentProviderName;
  /** What the browser needs to reach the provider; null where it needs nothing. */
  abstract readonly publishableKey: string | null;

  abstract createIntent(intent: NewIntent): Promise<Intent>;

  /** The intent afterwards: one that may no longer be paid comes back unchanged, with its status. */
  abstract updateIntent(id: string, change: { amountCents: number; idempotencyKey: string }): Promise<Intent>;

  abstract retrieveIntent(id: string): Promise<Intent>;

  /** The intent afterwards: one that has been paid meanwhile comes back as succeeded. */
  abstract cancelIntent(id: string): Promise<Intent>;

  /** Gives the whole amount back, once for each key. */
  abstract refund(id: string, idempotencyKey: string): Promise<void>;

  /** Throws `invalid` unless the signature over exactly these bytes is the provider's and fresh; reads nothing before that. */
  abstract verifyWebhook(raw: Buffer, headers: Record<string, string | string[] | undefined>): ProviderEvent;
}
