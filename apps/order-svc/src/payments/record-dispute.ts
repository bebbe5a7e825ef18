import { Inject, Injectable } from '@nestjs/common';
import { CURRENCY, type PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { OrderHistory } from '../orders/order-history.js';
import { DisputesRepository } from './disputes.repository.js';
import { EndRefundedOrder } from './end-refunded-order.js';
import { MoneyLedger } from './money-ledger.js';
import { OrderOfIntent, type EventKey, type HeldOrder } from './order-of-intent.js';
import type { ProviderDispute } from './payment-provider.js';

/** The bank has given the customer the money. */
const LOST = 'lost';

/** A customer has asked the bank for the money back: the admins see it on the order. It is answered at the provider; where all of the money is lost, the order ends with it, unless it is being printed. */
@Injectable()
export class RecordDispute {
  constructor(
    private readonly orderOf: OrderOfIntent,
    private readonly disputes: DisputesRepository,
    private readonly ledger: MoneyLedger,
    private readonly history: OrderHistory,
    private readonly ending: EndRefundedOrder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(provider: PaymentProviderName, dispute: ProviderDispute, event: EventKey): Promise<void> {
    const isHeard = await this.orderOf.hold({ provider, intentId: dispute.intentId, event }, async (held) => {
      if (await held.isNews()) await this.record(held, dispute);
      return true;
    });
    if (!isHeard) await this.recordStray(provider, dispute, event?.happenedAt ?? new Date());
  }

  /** About money that came for no order; anything else about an unknown intent is another shop's. What the bank takes has gone back to whoever paid it. */
  private async recordStray(
    provider: PaymentProviderName,
    { id: reference, intentId, amountCents, currency = CURRENCY, status, openedAt, isClosed }: ProviderDispute,
    happenedAt: Date,
  ): Promise<void> {
    if (!(await this.ledger.isStray(provider, intentId))) return;
    const fact = { reference, amountCents, currency };
    await this.ledger.recordStray(provider, intentId, { ...fact, kind: 'disputed', happenedAt: openedAt });
    if (!isClosed) return;
    await this.ledger.recordStray(provider, intentId, { ...fact, kind: 'dispute-closed', happenedAt });
    if (status === LOST) await this.ledger.recordStray(provider, intentId, { ...fact, kind: 'refunded', happenedAt });
  }

  private async record({ manager, order, happenedAt }: HeldOrder, dispute: ProviderDispute): Promise<void> {
    const heard = await this.disputes.hear(manager, order, dispute, happenedAt);
    const { id: reference, amountCents, currency = order.currency, reason, status } = dispute;
    const fact = { reference, amountCents, currency };
    if (heard === 'new') {
      this.logger.warn(
        { orderId: order.id, disputeId: dispute.id, reason, respondBy: dispute.respondBy },
        'a payment is disputed',
      );
      await this.ledger.record(manager, order, { ...fact, kind: 'disputed', happenedAt: dispute.openedAt });
      await this.history.note(manager, order.id, {
        action: 'order.disputed',
        facts: { amountCents, currency, reason },
      });
    }
    if (heard === 'overtaken' || !dispute.isClosed) return;
    await this.ledger.record(manager, order, { ...fact, kind: 'dispute-closed', happenedAt });
    await this.history.note(manager, order.id, {
      action: 'order.dispute-closed',
      facts: { amountCents, currency, outcome: status },
    });
    if (status === LOST) await this.ending.within(manager, order, 'dispute');
  }
}
