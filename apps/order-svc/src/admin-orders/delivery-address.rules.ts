/**
 * Where an admin may still change the delivery address: of an order that is paid and not sent, as long as no printer has it. Whoever prints
 * by hand has it in their own hands. What the printer had and lost may be sent elsewhere before it is handed over again.
 */
import type { OrderStatus, PrintProviderName } from '@shop/contracts/order';
import type { FulfilmentState } from '../fulfilment/fulfilment.rules.js';
import { GONE_AT_PRINTER } from '../fulfilment/printer-verdict.rules.js';

interface Printing {
  provider: PrintProviderName;
  state: FulfilmentState;
  reason: string | null;
}

/** `unpaid`: it is changed at the checkout. `being-handed-over`: it will be known in a moment. */
export type AddressFixed = 'unpaid' | 'cancelled' | 'sent' | 'being-handed-over' | 'at-printer';

/** Why it can't be changed; null: it can. `printing` null: a version that knew no printer took the money, so an admin prints it. */
export function addressFixedBy(status: OrderStatus, printing: Printing | null): AddressFixed | null {
  if (status === 'created') return 'unpaid';
  if (status === 'cancelled') return 'cancelled';
  if (status === 'shipped' || status === 'delivered') return 'sent';
  if (!printing || printing.provider === 'by-hand') return null;
  if (printing.state === 'submitting') return 'being-handed-over';
  return printing.state === 'submitted' && printing.reason !== GONE_AT_PRINTER ? 'at-printer' : null;
}
