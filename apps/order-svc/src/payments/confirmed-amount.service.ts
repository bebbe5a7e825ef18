import { Injectable } from '@nestjs/common';
import { formatCents } from '@shop/contracts/common';
import { OrdersRepository } from '../orders/orders.repository.js';
import { emailMissing, orderChanged } from './payment-refusals.js';

interface Confirmation {
  clientSecret: string;
  /** The total beside which the card was given; left out by who shows none. */
  amountCents?: number;
}

const toIntentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** What the sandbox's door asks before a card is charged: is there somebody to write to, and is the order what was shown? */
@Injectable()
export class ConfirmedAmountService {
  constructor(private readonly orders: OrdersRepository) {}

  /** @throws DomainError EMAIL_MISSING, or ORDER_CHANGED where the open order costs something else, or is paid by another secret, by now. */
  async requireCurrentAmount({ clientSecret, amountCents }: Confirmation): Promise<void> {
    const order = await this.orders.findByAnyIntent(toIntentId(clientSecret));
    if (!order) return;
    const isReplaced = order.clientSecret !== clientSecret;
    const differs = amountCents !== undefined && amountCents !== order.totalCents;
    if (order.status === 'created' && (isReplaced || differs)) throw orderChanged(formatCents(order.totalCents));
    if (!isReplaced && !order.email) throw emailMissing();
  }
}
