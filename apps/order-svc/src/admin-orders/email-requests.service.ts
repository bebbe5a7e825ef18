import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, type EventPayload, formatCents, MESSAGES } from '@shop/contracts-common';
import { orderEmailRequested, type SendEmailAgainRequest } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import { type AuditActor, AuditTrail, idempotencyKeyReused, type SeenVersions } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { toOrderSubject } from '../orders/order-events.publisher.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { OrderLinksService } from '../orders/order-links.service.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import type { Order } from '../orders/order.entity.js';
import { isOutOfStock, toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { orderAnonymised } from './email-corrections.service.js';
import { listTrueEmails } from './order-emails.rules.js';
import { OrderVersionsService } from './order-versions.service.js';

const REQUESTED = 'order.email-requested';

const emailUntrue = (): DomainError =>
  new DomainError('EMAIL_UNTRUE', 'conflict', 'This email would be wrong now. Please look at the order again.');

/** `id`: the caller's key. */
type EmailRequest = SendEmailAgainRequest & { id: string };

type Details = Omit<
  EventPayload<typeof orderEmailRequested>,
  'order' | 'userId' | 'link' | 'requestId' | 'emailId' | 'kind' | 'about'
>;

/** An admin sends an email about an order again. support-svc writes it from the order as it is now. */
@Injectable()
export class EmailRequestsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly questions: OrderQuestionsRepository,
    private readonly history: OrderHistoryRepository,
    private readonly refunds: RefundsRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly links: OrderLinksService,
    private readonly outbox: EventOutbox,
    private readonly auditTrail: AuditTrail,
    private readonly versions: OrderVersionsService,
  ) {}

  /**
   * A repeated request with the same id sends one email.
   *
   * @throws DomainError `conflict` if the email would be wrong now, or the personal data of the order was removed.
   */
  async sendAgain(orderId: string, request: EmailRequest, by: AuditActor, seen: SeenVersions): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      if (await this.wasRequested(manager, orderId, request)) return;
      if (order.anonymisedAt) throw orderAnonymised();
      await this.versions.assertUnchanged(manager, order, ['address'], seen);
      await this.publishRequested(manager, order, request);
      const { id, kind, emailId } = request;
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: REQUESTED,
        subject: { type: 'order', id: orderId },
        before: null,
        after: { requestId: id, kind, emailId },
      });
    });
  }

  /** Throws 409 if the id was used for another email of the order. */
  private async wasRequested(
    manager: EntityManager,
    orderId: string,
    { id, kind, emailId }: EmailRequest,
  ): Promise<boolean> {
    const entries = await this.auditTrail.listEntries({ type: 'order', id: orderId }, manager);
    const entry = entries.find(({ action, after }) => action === REQUESTED && after?.requestId === id);
    if (entry && (entry.after?.kind !== kind || entry.after.emailId !== emailId)) throw idempotencyKeyReused();
    return entry !== undefined;
  }

  private async publishRequested(manager: EntityManager, order: Order, request: EmailRequest): Promise<void> {
    const items = (await this.orders.listItems([order.id], manager)).get(order.id) ?? [];
    const { question, refund, ...details } = await this.getDetails(manager, order, items, request.about ?? null);
    const subject = {
      order,
      isOutOfStock: isOutOfStock(order, items),
      hasOpenQuestion: question !== undefined,
      hasChanges: details.changes !== undefined,
      hasRefund: refund !== undefined,
    };
    if (!listTrueEmails(subject).includes(request.kind)) throw emailUntrue();
    await this.outbox.publish(manager, orderEmailRequested, {
      subject: toOrderSubject(order.id),
      data: {
        order: toOrder(order, items),
        userId: order.userId,
        link: this.links.createLink(order),
        requestId: request.id,
        emailId: request.emailId,
        kind: request.kind,
        about: request.about ?? null,
        ...details,
        question,
        refund,
      },
    });
  }

  private async getDetails(
    manager: EntityManager,
    order: Order,
    items: readonly OrderItem[],
    about: string | null,
  ): Promise<Details> {
    const refundSummary = await this.refundSummaries.getByOrder(order.id, manager);
    const refundCents = about === null ? null : await this.refunds.findMadeCents(manager, order.id, about);
    const questions = await this.questions.listByOrder(order.id, manager);
    const question = questions.find(({ id, isOpen }) => isOpen && (about === null || id === about));
    const changes = await this.listChanges(manager, order.id);
    return {
      ...this.shippableAddresses.getCustomsNotice(order.shippingAddress),
      ...(changes.length > 0 && { changes }),
      message: order.paymentMessage ?? '',
      outOfStock: items
        .filter((item) => item.isOutOfStock)
        .map(({ title, variantSelections }) => ({ title, variantSelections })),
      question: question?.text,
      tracking: order.tracking,
      reason: order.parcelReturn?.reason ?? null,
      refundSummary,
      refund: refundCents === null ? undefined : { amount: formatCents(refundCents), currency: refundSummary.currency },
    };
  }

  /** By the customer and by admins, oldest first. */
  private async listChanges(
    manager: EntityManager,
    orderId: string,
  ): Promise<{ what: string[]; isByAdmin: boolean }[]> {
    const [history, trail] = [
      await this.history.listByOrder(orderId),
      await this.auditTrail.listEntries({ type: 'order', id: orderId }, manager),
    ];
    const changes = [
      ...history.flatMap((entry) =>
        entry.action === 'order.changed' ? [{ at: entry.at, what: entry.details.what, isByAdmin: false }] : [],
      ),
      ...trail.flatMap(({ at, action, after }) =>
        action === 'order.changed' ? [{ at, what: after?.what as string[], isByAdmin: true }] : [],
      ),
    ];
    return changes
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ what, isByAdmin }) => ({ what, isByAdmin }));
  }
}
