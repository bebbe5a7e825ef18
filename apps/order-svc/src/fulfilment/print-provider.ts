import type { Parcels, PrintProviderName, ShippingAddress, VariantIds, VariantSelections } from '@shop/contracts-order';
import type { ReturnedParcel } from './parcels.rules.js';

export interface PrintLine {
  orderItemId: string;
  productId: string;
  title: string;
  selections: VariantSelections;
  variantIds: VariantIds;
  quantity: number;
  unitPriceCents: number;
  /** The finished file of the whole print area. */
  file: { sha256: string; widthPx: number; heightPx: number };
}

/** A paid order as the printer gets it, or items of an order that are sent again. */
export interface PrintOrder {
  /** Of the order or the reprint. */
  orderId: string;
  orderNumber: string;
  email: string | null;
  recipient: ShippingAddress;
  /** Null: it is no gift. */
  giftMessage: string | null;
  lines: PrintLine[];
}

/** An order as the printer has it. */
export interface PrinterOrder {
  /** The printer's own number. */
  externalId: string;
  /** `draft`: not confirmed for printing. `failed`, `on-hold`: an admin must act at the printer. */
  status: 'draft' | 'accepted' | 'printing' | 'on-hold' | 'failed' | 'shipped' | 'delivered' | 'cancelled';
  tracking: Parcels | null;
  /** Parcels that came back, if the printer says so in the order itself. */
  returned: readonly ReturnedParcel[];
  /** What the printer charges; null until it has said so. `currency`: ISO 4217 in lower case. */
  costs: { cents: number; currency: string } | null;
  /** Why the order waits, in the printer's own text. */
  reason: string | null;
}

/** What a webhook is about. Only the reason of a return is read from it, because the order itself does not have it. */
export interface PrinterWebhook {
  orderId: string;
  returned: ReturnedParcel | null;
}

/**
 * The printer rejects this order: another attempt helps only after an admin changed something. The message is for
 * admins and names no person; `detail` is the printer's own text, which may.
 */
export class PrintRejectedError extends Error {
  override readonly name = 'PrintRejectedError';

  constructor(
    message: string,
    readonly detail: string | null = null,
  ) {
    super(message);
  }
}

/** The printer has no more of these items of the order. */
export class PrintOutOfStockError extends PrintRejectedError {
  constructor(
    readonly orderItemIds: readonly string[],
    detail: string | null = null,
  ) {
    super('The printer has no more of an ordered article.', detail);
  }
}

/** The printer is still working on the order, and must be asked again in a minute. */
export class PrinterBusyError extends Error {
  override readonly name = 'PrinterBusyError';
}

/**
 * A printer. Called outside transactions, because it may be slow. Every error except PrintRejectedError is an outage and is
 * retried.
 */
export abstract class PrintProvider {
  /** Stored with each order that it gets. */
  abstract readonly name: PrintProviderName;

  /** Submits an order for printing. Idempotent per order. */
  abstract submit(order: PrintOrder): Promise<PrinterOrder>;

  /** Null: the printer does not have the order. */
  abstract retrieve(orderId: string): Promise<PrinterOrder | null>;

  /** Replaces a draft at the printer by the order's present content, and has it printed. */
  abstract submitDraft(order: PrintOrder): Promise<PrinterOrder>;

  /** Has a draft printed as it is. */
  abstract confirm(orderId: string): Promise<PrinterOrder>;

  /** `too-late`: the order is being printed. An order that the printer does not have counts as cancelled. */
  abstract cancel(orderId: string): Promise<'cancelled' | 'too-late'>;

  /** Null if it is about no order of the shop. Throws `not-found` if the secret is wrong. */
  abstract verifyWebhook(secret: string, body: unknown): PrinterWebhook | null;
}

/** A UUID in the form that printers accept as an order number: 32 letters and digits. */
export const toExternalId = (id: string): string => id.replaceAll('-', '');

/** The UUID again; null if it is none. */
export function parseExternalId(externalId: string): string | null {
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(externalId) ?? [];
  return parts.length === 5 ? parts.join('-') : null;
}
