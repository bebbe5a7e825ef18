import { Inject, Injectable } from '@nestjs/common';
import { hasMoneyCome, isMoneyHeld, type CheckoutEmailRequest, type PlacedOrder } from '@shop/contracts/order';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER, type Caller } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { isOwnedBy } from '../guests/owner-ids.js';
import { MoneyBackRepository } from '../orders/money-back.repository.js';
import { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isWithBank } from '../orders/payment-status.rules.js';
import { HearPayment } from '../payments/hear-payment.js';
import type { Intent } from '../payments/payment-provider.js';
import type { IntentAt } from '../payments/payments.repository.js';
import { orderClosed, placedOrderUnknown } from './checkout-refusals.js';

interface Look {
  askedFor: string;
  /** The provider could not be asked: a decline that is known may have been followed by a payment. */
  isUnheard: boolean;
}

/** Of the pages that wait at one time. */
const ANSWERS_KEPT = 5_000;

/** Money for an order that was cancelled before is no payment of it: it goes back. An intent that was replaced can never be paid. */
function stateOf(
  { status, paymentStatus, paidAt, paymentIntentId }: Order,
  { askedFor, isUnheard }: Look,
): PlacedOrder['state'] {
  if ((status === 'cancelled' && paidAt === null) || (status === 'created' && paymentIntentId !== askedFor))
    return 'failed';
  if (paymentStatus === 'paid' || paymentStatus === 'refunded') return 'paid';
  return paymentStatus === 'failed' && !isUnheard ? 'failed' : 'open';
}

/** What the customer who placed an order sees of it, and may still add to it. */
@Injectable()
export class PlacedOrders {
  /** What the provider said a moment ago; who asks while it is being asked gets the same answer. Null: it is asked each time. */
  private readonly said: LRUCache<string, Intent, IntentAt> | null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly moneyBack: MoneyBackRepository,
    private readonly hear: HearPayment,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const ttl = config.PAYMENT_ASK_INTERVAL_MS;
    this.said =
      ttl === 0
        ? null
        : new LRUCache({ max: ANSWERS_KEPT, ttl, fetchMethod: (_id, _stale, { context }) => hear.ask(context) });
  }

  /** Where the webhook has not come yet, the provider is asked (D26). */
  async read(caller: Caller, paymentIntentId: string): Promise<PlacedOrder> {
    const found = await this.find(caller, paymentIntentId);
    const isOpen = found.status === 'created' && found.paymentIntentId === paymentIntentId;
    const said = isOpen ? await this.ask({ provider: found.paymentProvider, paymentIntentId }) : null;
    const order = (await this.orders.find(found.id)) ?? found;
    const [items, moneyBack] = await Promise.all([this.orders.listItems([order.id]), this.moneyBack.get(order.id)]);
    const isHeld = order.status === 'created' && isMoneyHeld(moneyBack);
    const state = isHeld ? 'open' : stateOf(order, { askedFor: paymentIntentId, isUnheard: isOpen && said === null });
    const takesDays = state === 'open' && (said?.takesDays ?? isWithBank(order));
    return {
      state,
      paymentMessage: order.paymentMessage,
      ...(takesDays && { isWithBank: true }),
      ...(state !== 'paid' && hasMoneyCome(moneyBack) && { moneyBack }),
      order: toOrder(order, items.get(order.id) ?? []),
    };
  }

  /** A guest's e-mail (D44); a customer's stays the account's (D13b). */
  async saveEmail(caller: Caller, { clientSecret, email }: CheckoutEmailRequest): Promise<void> {
    const order = await this.dataSource.manager.findOneBy(Order, { clientSecret });
    if (!order || !isOwnedBy(caller, order)) throw placedOrderUnknown();
    if (order.userId) return;
    const { affected } = await this.dataSource.manager.update(
      Order,
      { id: order.id, status: 'created' },
      { email, updatedAt: new Date() },
    );
    if (affected === 0) throw orderClosed();
  }

  private async find(caller: Caller, paymentIntentId: string): Promise<Order> {
    const order = await this.orders.findByAnyIntent(paymentIntentId);
    if (!order || !isOwnedBy(caller, order)) throw placedOrderUnknown();
    return order;
  }

  /** The page keeps looking, so that a provider that does not answer costs a moment and nothing else: null. */
  private async ask(intent: IntentAt): Promise<Intent | null> {
    try {
      if (!this.said) return await this.hear.ask(intent);
      return (await this.said.fetch(`${intent.provider} ${intent.paymentIntentId}`, { context: intent })) ?? null;
    } catch (error) {
      this.logger.warn({ err: error, ...intent }, 'the provider could not be asked about an open order');
      return null;
    }
  }
}
