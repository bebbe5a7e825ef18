import { Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { CancelPaidOrder } from '../fulfilment/cancel-paid-order.js';
import { ChangeHeldOrder } from './change-held-order.js';

/** During the hold the customer thinks better of it: the order ends, and the whole amount goes back. */
@Injectable()
export class CancelOwnOrder {
  constructor(
    private readonly held: ChangeHeldOrder,
    private readonly cancel: CancelPaidOrder,
  ) {}

  /** Asked for twice it is done once: a second tab, or an answer that was lost. */
  async execute(orderId: string): Promise<void> {
    try {
      await this.held.execute(orderId, (manager, order) =>
        this.cancel.within(manager, order, { reason: 'cancelled by the customer', by: 'customer' }),
      );
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'ORDER_CANCELLED') throw error;
    }
    await this.cancel.payBack(orderId);
  }
}
