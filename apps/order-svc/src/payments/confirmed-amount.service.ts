import { Injectable } from '@nestjs/common';
import { formatCents } from '@shop/contracts/common';
import { OrdersRepository } from '../orders/orders.repository.js';
import { emailMissing, orderChanged } from './payment.errors.js';

interface Confirmation {
  clientSecret: string;
  /** The total that the page displays beside the card form. A page without a total leaves it out. */
  amountCents?: number;
}

const toIntentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/**
 * Checks an order before the sandbox charges a card: it needs an email address, and its total must be the displayed
 * one.
 */
@Injectable()
export class ConfirmedAmountService {
  constructor(private readonly orders: OrdersRepository) {}

  /**
   * @throws DomainError EMAIL_MISSING, or ORDER_CHANGED if the open order has another total or another client secret.
   */
  async requireCurrentAmount({ clientSecret, amountCents }: Confirmation): Promise<void> {
    const order = await this.orders.findByAnyIntent(toIntentId(clientSecret));
    if (!order) return;
    const isReplaced = order.clientSecret !== clientSecret;
    const differs = amountCents !== undefined && amountCents !== order.totalCents;
    if (order.status === 'created' && (isReplaced || differs)) throw orderChanged(formatCents(order.totalCents));
    if (!isReplaced && !order.email) throw emailMissing();
  }
}
