import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { orderReviewDue, REVIEW_LINK_DAYS } from '@shop/contracts-order';
import { defineJob, HandleJob, JobQueue } from '@shop/jobs';
import { EventOutbox } from '@shop/messaging';
import { CONFIG, encryptPayload } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { toOrderSubject } from '../orders/order-events.publisher.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { ProblemReportsRepository } from '../problem-reports/problem-reports.repository.js';
import {
  decideReviewRequest,
  findFirstName,
  findReviewRequestTime,
  listReviewedProducts,
} from './review-request.rules.js';
import { ReviewRequestsRepository } from './review-requests.repository.js';

/** Its key is the order. `deliveredAt` is ISO 8601. */
export const requestReview = defineJob<{ orderId: string; deliveredAt: string }>('orders.request-review', {
  timeoutMs: 30_000,
  concurrency: 2,
});

interface DeliveredOrder {
  orderId: string;
  deliveredAt: string;
}

const DAY_MS = 86_400_000;

/** 128 bits. */
const createKey = (): string => randomBytes(16).toString('base64url');

/** Asks customers for a review, once for each order. */
@Injectable()
export class ReviewRequestsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly jobs: JobQueue,
    private readonly orders: OrdersRepository,
    private readonly refunds: RefundsRepository,
    private readonly reports: ProblemReportsRepository,
    private readonly requests: ReviewRequestsRepository,
    private readonly history: OrderHistoryRepository,
    private readonly outbox: EventOutbox,
  ) {}

  /** The order was delivered. */
  async planRequest(manager: EntityManager, orderId: string, deliveredAt: Date): Promise<void> {
    const delivered = { orderId, deliveredAt: deliveredAt.toISOString() };
    await this.enqueue(manager, delivered, findReviewRequestTime(deliveredAt));
  }

  /** A job may run twice: the order's lock and its history make it one request. */
  @HandleJob(requestReview)
  async requestReview(delivered: DeliveredOrder): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, delivered.orderId);
      if (!order) return;
      const decision = await this.decide(manager, order, new Date(delivered.deliveredAt));
      if (decision.kind === 'ask') await this.publishDue(manager, order);
      if (decision.kind === 'later') await this.enqueue(manager, delivered, decision.at);
    });
  }

  private async decide(manager: EntityManager, order: Order, deliveredAt: Date) {
    const { lastDeliveredAt } = await this.reports.findDeliveries(order.id, manager);
    return decideReviewRequest({
      ...(await this.requests.getState(manager, order.id)),
      ...{ deliveredAt, lastDeliveredAt },
      status: order.status,
      hasEmail: order.email !== null,
      isAnonymised: order.anonymisedAt !== null,
      isParcelBack: order.returnedAt !== null,
      isFullyRefunded: (await this.refunds.getRemainingCents(manager, order.id)) <= 0,
    });
  }

  private async publishDue(manager: EntityManager, order: Order): Promise<void> {
    const { id, orderNumber, email, userId, emailVersion: version, linkVersion, shippingAddress } = order;
    const key = createKey();
    const items = (await this.orders.listItems([id], manager)).get(id) ?? [];
    await this.outbox.publish(manager, orderReviewDue, {
      subject: toOrderSubject(id),
      data: {
        ...{ order: { id, orderNumber }, userId, version, linkVersion },
        firstName: findFirstName(shippingAddress.name),
        products: listReviewedProducts(items),
        keyHash: hash('sha256', key, 'base64url'),
        expiresAt: new Date(Date.now() + REVIEW_LINK_DAYS * DAY_MS).toISOString(),
        encrypted: await encryptPayload(this.config.EMAIL_SECRET, orderReviewDue.type, { email, key }),
      },
    });
    await this.history.addEntry(manager, id, { action: 'order.review-requested', details: {} });
  }

  private async enqueue(manager: EntityManager, delivered: DeliveredOrder, runAt: Date): Promise<void> {
    await this.jobs.enqueue(manager, requestReview, delivered, { key: delivered.orderId, runAt });
  }
}
