import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { OrderEvents, type Mover } from '../orders/order-events.js';
import { factOf, MoneyLedger } from './money-ledger.js';
import { OrderOfIntent } from './order-of-intent.js';
import type { Intent } from './payment-provider.js';
import { PaymentsRepository } from './payments.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { UnpaidOrders } from './unpaid-orders.js';

/**
 * The version of the shop before this one told the provider a new amount just before it wrote it down, and may still run beside it:
 * whoever pays in between pays what the order is about to say. Only a difference that outlives this is real.
 */
const GRACE_MS = 120_000;

/** How long an admin has to decide; then the customer gets the money back. */
const DECIDE_MS = 24 * 3_600_000;

export type Holding = 'held' | 'given-back';

/** Another amount or currency than the order's was paid: the order waits, unpaid, until an admin gives the money back, or a day has passed. */
@Injectable()
export class HeldPayments {
  constructor(
    private readonly orderOf: OrderOfIntent,
    private readonly payments: PaymentsRepository,
    private readonly ledger: MoneyLedger,
    private readonly refunds: RefundsRepository,
    private readonly unpaid: UnpaidOrders,
    private readonly events: OrderEvents,
  ) {}

  /** Throws while it may still be a race, so that it is told, or asked, again. */
  async settle(provider: PaymentProviderName, intent: Intent): Promise<Holding> {
    const seenAt = await this.note(provider, intent);
    const ageMs = Date.now() - seenAt.getTime();
    if (ageMs < GRACE_MS)
      throw new DomainError(
        'PAYMENT_MISMATCH',
        'unavailable',
        'We are still checking this payment. Please try again in a moment.',
      );
    await this.keep(provider, intent);
    if (ageMs < DECIDE_MS) return 'held';
    await this.giveBack(provider, intent, null);
    return 'given-back';
  }

  /** The order ends, and the money is owed back; false where it is held no longer. `by` null: the day has passed. */
  async giveBack(
    provider: PaymentProviderName,
    { id: intentId, amountCents, currency }: Pick<Intent, 'id' | 'amountCents' | 'currency'>,
    by: Mover,
  ): Promise<boolean> {
    const isDone = await this.orderOf.hold({ provider, intentId, event: null }, async ({ manager, order }) => {
      if (order.status !== 'created') return false;
      await this.events.differenceGivenBack(manager, order.id, { amountCents, currency, isLate: by === null });
      // Before its end is told: that says where the money is.
      await this.refunds.request(manager, order.id, { reason: 'another amount than the order was paid', amountCents });
      await this.unpaid.end(manager, order, { by, canceled: null });
      return true;
    });
    return isDone ?? false;
  }

  /** When it was first seen. */
  private async note(provider: PaymentProviderName, intent: Intent): Promise<Date> {
    const seenAt = await this.orderOf.hold(
      { provider, intentId: intent.id, event: null },
      async ({ manager, order }) => {
        const { seenAt, isNew } = await this.payments.noteMismatch(manager, order.id);
        if (isNew)
          await this.events.amountDiffers(manager, order.id, {
            amountCents: intent.amountCents,
            currency: intent.currency,
          });
        return seenAt;
      },
    );
    return seenAt ?? new Date();
  }

  /** The money stands in the books, and the cart is free for another order. */
  private async keep(provider: PaymentProviderName, intent: Intent): Promise<void> {
    await this.orderOf.hold({ provider, intentId: intent.id, event: null }, async ({ manager, order, happenedAt }) => {
      if (order.status !== 'created') return;
      order.cartId = null;
      await this.ledger.record(manager, order, factOf('succeeded', intent, happenedAt));
    });
  }
}
