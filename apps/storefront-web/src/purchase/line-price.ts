import { formatCents, parseCents } from '@shop/contracts/common';

/** Unit price times quantity, computed in cents (spec, section 9). */
export const linePrice = (unitPrice: string, quantity: number): string => formatCents(parseCents(unitPrice) * quantity);
