/**
 * When an admin can change the delivery address: the order is paid, not shipped, and no printer has it. It can always
 * be changed while an admin prints by hand, after the printer lost the order, and when a parcel came back.
 */
import type { OrderStatus, PrintProviderName } from '@shop/contracts-order';
import type { FulfilmentState } from '../fulfilment/fulfilment.rules.js';
import { MISSING_AT_PRINTER } from '../fulfilment/printer-status.rules.js';

interface Printing {
  provider: PrintProviderName;
  state: FulfilmentState;
  reason: string | null;
}

/** `unpaid`: the customer changes it at the checkout. `being-handed-over`: known in a moment. */
export type AddressLock = 'unpaid' | 'cancelled' | 'sent' | 'being-handed-over' | 'at-printer';

/** Why the address cannot be changed; null if it can. `printing` null: the order is printed by hand. */
export function findAddressLock(
  { status, returnedAt }: { status: OrderStatus; returnedAt: Date | null },
  printing: Printing | null,
): AddressLock | null {
  if (status === 'created') return 'unpaid';
  if (status === 'cancelled') return 'cancelled';
  if (status === 'shipped' || status === 'delivered') return returnedAt ? null : 'sent';
  if (!printing || printing.provider === 'by-hand') return null;
  if (printing.state === 'submitting') return 'being-handed-over';
  return printing.state === 'submitted' && printing.reason !== MISSING_AT_PRINTER ? 'at-printer' : null;
}
