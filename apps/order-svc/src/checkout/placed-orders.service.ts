import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import {
  type CheckoutEmailRequest,
  type PaymentSecret,
  type PlacedOrder,
  hasReceivedMoney,
  hasRetainedMoney,
} from '@shop/contracts-order';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, type Caller, LOGGER } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { formatCents } from '@shop/contracts-common';
import type { Config } from '../config.js';
import { isOwnedBy } from '../guests/owner-ids.js';
import { PaymentEventsService } from '../order-lifecycle/payment-events.service.js';
import { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isAwaitingBank } from '../orders/order.rules.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { type Intent, emailMissing, orderChanged } from '../payments/payment-provider.js';
import type { ProviderIntent } from '../payments/payments.repository.js';
import { cartUnavailable, computeRevision, orderClosed, placedOrderUnknown } from './checkout.rules.js';
import { SoldArticlesService } from './sold-articles.service.js';

interface IntentView {
  paymentIntentId: string;
  /** The provider could not be asked: a payment may have followed a known decline. */
  isProviderSilent: boolean;
}

/** For all pages that wait at one time. */
const MAX_CACHED_INTENTS = 5_000;

/** A payment of an already cancelled order is refunded, and a replaced intent can never be paid. */
function computeState(
  { status, paymentStatus, paidAt, intent }: Order,
  { paymentIntentId: viewedIntentId, isProviderSilent }: IntentView,
): PlacedOrder['state'] {
  if ((status === 'cancelled' && paidAt === null) || (status === 'created' && intent?.id !== viewedIntentId))
    return 'failed';
  if (paymentStatus === 'paid' || paymentStatus === 'refunded') return 'paid';
  return paymentStatus === 'failed' && !isProviderSilent ? 'failed' : 'open';
}

export interface PaymentStart {
  orderNumber: string;
  revision: string;
  email?: string;
}

/**
 * The order for the customer who placed it: what can be paid, the start of the payment, and its result.
 */
@Injectable()
export class PlacedOrdersService {
  /** Recent intents of the provider; parallel requests share one call. Null: no cache. */
  private readonly intentCache: LRUCache<string, Intent, ProviderIntent> | null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly paymentEvents: PaymentEventsService,
    private readonly soldArticles: SoldArticlesService,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const ttl = config.PAYMENT_POLL_INTERVAL_MS;
    this.intentCache =
      ttl === 0
        ? null
        : new LRUCache({
            max: MAX_CACHED_INTENTS,
            ttl,
            fetchMethod: (_id, _stale, { context }) => paymentEvents.refreshFromProvider(context),
          });
  }

  /**
   * Called just before the browser pays: throws if the order is no longer what the page shows, or something in it is no
   * longer sold. The client secret cannot pay anything else later, because the intent is cancelled before its order
   * changes. An order that is already paid returns the same secret, so that the provider reports the payment.
   */
  async startPayment(caller: Caller, start: PaymentStart): Promise<PaymentSecret> {
    const found = await this.orders.findByNumber(start.orderNumber);
    if (!found || !isOwnedBy(caller, found)) throw placedOrderUnknown();
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, found.id);
      if (!order) throw placedOrderUnknown();
      if (order.status === 'created') await this.savePaymentStart(manager, order, caller, start.email);
      const items = (await this.orders.listItems([order.id], manager)).get(order.id) ?? [];
      const isAsExpected = computeRevision(order, items) === start.revision;
      if (order.status !== 'created' && (!isAsExpected || order.paidAt === null)) throw orderClosed();
      if (!isAsExpected || !order.intent?.clientSecret || order.intent.isEnding)
        throw orderChanged(formatCents(order.totalCents));
      const isOpen = order.status === 'created';
      if (isOpen && !(await this.soldArticles.areAllSold(manager, order.id, items))) throw cartUnavailable();
      return { clientSecret: order.intent.clientSecret };
    });
  }

  /** Also stores the email: a guest gives it here, a customer's stays the account's. */
  private async savePaymentStart(
    manager: EntityManager,
    order: Order,
    caller: Caller,
    email: string | undefined,
  ): Promise<void> {
    if (order.userId === null) order.email = email ?? order.email;
    else if (caller.kind === 'user') order.email ??= caller.email;
    if (!order.email) throw emailMissing();
    order.updatedAt = new Date();
    if (order.intent) order.intent.startedAt = order.updatedAt;
    order.paymentCheckAt = null;
    await this.orders.save(manager, order);
  }

  /** Asks the provider if the webhook has not arrived yet. */
  async getPlacedOrder(caller: Caller, paymentIntentId: string): Promise<PlacedOrder> {
    const found = await this.getOwnedOrder(caller, paymentIntentId);
    const isOpen = found.status === 'created' && found.intent?.id === paymentIntentId;
    const intent = isOpen ? await this.retrieveIntent({ provider: found.paymentProvider, paymentIntentId }) : null;
    const order = (await this.orders.find(found.id)) ?? found;
    const [items, refundSummary] = await Promise.all([
      this.orders.listItems([order.id]),
      this.refundSummaries.getByOrder(order.id),
    ]);
    const hasAmountMismatch = order.status === 'created' && hasRetainedMoney(refundSummary);
    const state = hasAmountMismatch
      ? 'open'
      : computeState(order, { paymentIntentId, isProviderSilent: isOpen && intent === null });
    const takesDays = state === 'open' && (intent?.takesDays ?? isAwaitingBank(order));
    return {
      state,
      paymentMessage: order.paymentMessage,
      ...(takesDays && { isAwaitingBank: true }),
      ...(state !== 'paid' && hasReceivedMoney(refundSummary) && { refundSummary }),
      order: toOrder(order, items.get(order.id) ?? []),
    };
  }

  /** Stores a guest's email. A customer's stays the account's. */
  async saveEmail(caller: Caller, { clientSecret, email }: CheckoutEmailRequest): Promise<void> {
    const order = await this.orders.findByClientSecret(clientSecret);
    if (!order || !isOwnedBy(caller, order)) throw placedOrderUnknown();
    if (order.userId) return;
    const { affected } = await this.dataSource.manager.update(
      Order,
      { id: order.id, status: 'created' },
      { email, updatedAt: new Date() },
    );
    if (affected === 0) throw orderClosed();
  }

  private async getOwnedOrder(caller: Caller, paymentIntentId: string): Promise<Order> {
    const order = await this.orders.findByAnyIntent(paymentIntentId);
    if (!order || !isOwnedBy(caller, order)) throw placedOrderUnknown();
    return order;
  }

  /** Null if the provider does not answer: the page polls again. */
  private async retrieveIntent(intent: ProviderIntent): Promise<Intent | null> {
    try {
      if (!this.intentCache) return await this.paymentEvents.refreshFromProvider(intent);
      return (
        (await this.intentCache.fetch(`${intent.provider} ${intent.paymentIntentId}`, { context: intent })) ?? null
      );
    } catch (error) {
      this.logger.warn({ err: error, ...intent }, 'the payment provider could not be asked for an open order');
      return null;
    }
  }
}

/** Intent ids of all providers have letters, digits and underscores only. Anything else is an unknown order. */
export const intentIdParam: PipeTransform<unknown, string> = {
  transform(value: unknown): string {
    if (typeof value !== 'string' || !/^\w{1,255}$/.test(value)) throw placedOrderUnknown();
    return value;
  },
};
