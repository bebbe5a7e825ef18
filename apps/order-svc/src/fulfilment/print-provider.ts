import type { Parcels, PrintProviderName, ShippingAddress, VariantSelections } from '@shop/contracts/order';

export interface PrintLine {
  orderItemId: string;
  productId: string;
  title: string;
  selections: VariantSelections;
  quantity: number;
  unitPriceCents: number;
  /** The finished file of the whole print area. */
  file: { sha256: string; widthPx: number; heightPx: number };
}

/** A paid order as the printer gets it. */
export interface PrintOrder {
  orderId: string;
  orderNumber: string;
  email: string | null;
  recipient: ShippingAddress;
  lines: PrintLine[];
}

/** An order as it is at the printer. */
export interface PrinterOrder {
  /** The printer's own number. */
  externalId: string;
  /** `draft`: it is there, and nobody has told the printer to print it. `failed`, `on-hold`: somebody has to see to it there. */
  status: 'draft' | 'accepted' | 'printing' | 'on-hold' | 'failed' | 'shipped' | 'delivered' | 'cancelled';
  tracking: Parcels | null;
  /** Why it does not go on, in the printer's words. */
  reason: string | null;
}

/**
 * The printer does not take this order as it is: another try helps only once somebody has changed something. The message is a sentence
 * for admins that names no person; `detail` is the printer's own words, which may.
 */
export class PrintRefused extends Error {
  override readonly name = 'PrintRefused';

  constructor(
    message: string,
    readonly detail: string | null = null,
  ) {
    super(message);
  }
}

/** Who prints. Called outside transactions: a printer may be slow. Whatever is not a PrintRefused is an outage, and tried again. */
export abstract class PrintProvider {
  abstract readonly name: PrintProviderName;
  /** Whether it says by itself when a parcel has arrived. */
  abstract readonly tellsDelivery: boolean;

  /** Hands an order over to be printed, once for each order, however often it is asked. */
  abstract submit(order: PrintOrder): Promise<PrinterOrder>;

  /** Null: the printer does not know it. */
  abstract retrieve(orderId: string): Promise<PrinterOrder | null>;

  /** A draft is to be printed after all. */
  abstract confirm(orderId: string): Promise<PrinterOrder>;
  /** `too-late`: it is being printed. One that the printer does not know is cancelled. */
  abstract cancel(orderId: string): Promise<'cancelled' | 'too-late'>;

  /** Which order a webhook is about; null where it is about none. What else it says is not believed. Throws `not-found` unless the secret is right. */
  abstract verifyWebhook(secret: string, body: unknown): string | null;
}

/** A UUID as printers take it for a number of ours: 32 letters and digits. */
export const externalIdOf = (id: string): string => id.replaceAll('-', '');

/** The UUID again; null where it is none. */
export function idOfExternal(externalId: string): string | null {
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(externalId) ?? [];
  return parts.length === 5 ? parts.join('-') : null;
}
