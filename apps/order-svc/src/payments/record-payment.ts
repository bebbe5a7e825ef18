import { Injectable } from '@nestjs/common';
import type { PaymentProviderName } from '@shop/contracts/order';
import { OrderEvents } from '../orders/order-events.js';
import { isWithBank } from '../orders/payment-status.rules.js';
import { factOf, MoneyLedger } from './money-ledger.js';
import { OrderOfIntent, type EventKey, type HeldOrder } from './order-of-intent.js';
import type { Intent } from './payment-provider.js';
import { verdictOn, type Verdict } from './payment-verdict.rules.js';
import { RefundsRepository } from './refunds.repository.js';
import { StartPaidOrder } from './start-paid-order.js';
import { UnpaidOrders } from './unpaid-orders.js';

export type Recorded =
  | { outcome: 'recorded' | 'nothing-new'; orderId: string }
  /** Money came that must go back. */
  | { outcome: 'refund-due'; orderId: string }
  /** Another amount or currency than the order's was paid; nothing was written. */
  | { outcome: 'mismatch'; orderId: string }
  /** That a payment is on its way, said before it was heard that it is not; nothing was written. */
  | { outcome: 'overtaken'; orderId: string }
  /** No order has this intent. */
  | { outcome: 'unknown' };

/** Applies the provider's word to its order: at least once heard, exactly once applied, in any order (D26). */
@Injectable()
export class RecordPayment {
  constructor(
    private readonly orderOf: OrderOfIntent,
    private readonly ledger: MoneyLedger,
    private readonly refunds: RefundsRepository,
    private readonly unpaid: UnpaidOrders,
    private readonly events: OrderEvents,
    private readonly paid: StartPaidOrder,
  ) {}

  /** `saidAt`: when this was true. */
  async execute(
    provider: PaymentProviderName,
    intent: Intent,
    { event, saidAt }: { event: EventKey; saidAt: Date },
  ): Promise<Recorded> {
    const recorded = await this.orderOf.hold({ provider, intentId: intent.id, event }, (held) =>
      this.record(held, intent, saidAt),
    );
    return recorded ?? { outcome: 'unknown' };
  }

  private async record(held: HeldOrder, intent: Intent, saidAt: Date): Promise<Recorded> {
    const { order } = held;
    // Another takes its place: that is the checkout's to write down.
    if (intent.status === 'canceled' && intent.id === order.endingIntentId)
      return { outcome: 'nothing-new', orderId: order.id };
    const verdict = verdictOn(order, { ...intent, saidAt });
    if (verdict === 'mismatch' || verdict === 'overtaken') return { outcome: verdict, orderId: order.id };
    const isRecorded = (await held.isNews()) && (await this.apply(verdict, held, intent));
    return {
      outcome: !isRecorded ? 'nothing-new' : verdict === 'give-back' ? 'refund-due' : 'recorded',
      orderId: order.id,
    };
  }

  /** False where the ledger knew it already. */
  private async apply(
    verdict: Exclude<Verdict, 'mismatch' | 'overtaken'>,
    held: HeldOrder,
    intent: Intent,
  ): Promise<boolean> {
    switch (verdict) {
      case 'pay':
        return this.pay(held, intent);
      case 'fail':
        return this.fail(held, intent);
      case 'note-attempt':
        held.order.awaitPayment();
        await this.ledger.retry(held.manager, held.order);
        return true;
      case 'note-rest':
        return this.rest(held);
      case 'cancel':
        await this.unpaid.end(held.manager, held.order, { by: null, canceled: intent });
        return true;
      case 'give-back':
        return this.giveBack(held, intent);
      case 'nothing':
        return false;
    }
  }

  private async pay({ manager, order, cartId, happenedAt }: HeldOrder, intent: Intent): Promise<boolean> {
    order.pay();
    if (!(await this.ledger.record(manager, order, factOf('succeeded', intent, happenedAt)))) return false;
    await this.paid.execute(manager, order, cartId);
    return true;
  }

  private async fail({ manager, order, happenedAt }: HeldOrder, intent: Intent): Promise<boolean> {
    const wasWithBank = isWithBank(order);
    order.failPayment(intent.failureMessage ?? '');
    const reference = await this.ledger.attemptOf(manager, order, intent);
    if (!(await this.ledger.record(manager, order, { ...factOf('failed', intent, happenedAt), reference })))
      return false;
    await this.events.paymentFailed(manager, order, { message: order.paymentMessage ?? '', wasWithBank });
    return true;
  }

  /** Given up rather than declined, as a debit that nobody confirmed: it may be tried again, and who was told to wait for us is told of it. */
  private async rest({ manager, order }: HeldOrder): Promise<boolean> {
    const wasWithBank = isWithBank(order);
    order.awaitNoMore();
    await manager.save(order);
    if (wasWithBank) await this.events.paymentFailed(manager, order, { message: '', wasWithBank });
    return true;
  }

  private async giveBack({ manager, order, happenedAt }: HeldOrder, intent: Intent): Promise<boolean> {
    if (!(await this.ledger.record(manager, order, factOf('succeeded', intent, happenedAt)))) return false;
    await this.refunds.request(manager, order.id, {
      reason: 'paid after it was cancelled',
      amountCents: intent.amountCents,
    });
    return true;
  }
}
