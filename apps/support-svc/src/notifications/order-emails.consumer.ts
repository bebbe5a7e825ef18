import { Controller, Inject } from '@nestjs/common';
import { printFileCompleted } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import {
  orderChanged,
  orderOutOfStock,
  orderPaid,
  orderParcelReturned,
  orderParcelsChanged,
  orderPaymentFailed,
  orderQuestionAsked,
  orderRefunded,
  orderStatusChanged,
} from '@shop/contracts-order';
import { OnEvent, type EventContext } from '@shop/messaging';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { orderConfirmationKey, orderEmailKey, OrderMockupsRepository } from '../emails/order-mockups.repository.js';
import { OrderChangeEmailsService } from './order-change-emails.service.js';
import { findStatusTemplate, formatArticle } from './notifications.rules.js';

/** Emails to the customer of an order. An anonymised order has no address and gets none. */
@Controller()
export class OrderEmailsConsumer {
  constructor(
    private readonly mockups: OrderMockupsRepository,
    private readonly emailOutbox: EmailOutboxService,
    private readonly changeEmails: OrderChangeEmailsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The confirmation waits for the mock-ups, at most ORDER_EMAIL_WAIT_MS. */
  @OnEvent(orderPaid)
  async onOrderPaid(
    { data: { order, userId, link, customsNotice } }: EventEnvelope<EventPayload<typeof orderPaid>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    await this.mockups.lockOrder(manager, order.id);
    const dueAt = new Date(Date.now() + this.config.ORDER_EMAIL_WAIT_MS);
    await this.emailOutbox.enqueueEmail(manager, {
      key: orderConfirmationKey(order.id),
      to: order.email,
      userId,
      template: 'order-confirmed',
      props: { order, link, hasAccount: userId !== null, customsNotice },
      dueAt,
    });
    await this.mockups.sendCompleteEmails(manager, order.id);
  }

  @OnEvent(orderChanged)
  async onOrderChanged(
    { id, sequence, data }: EventEnvelope<EventPayload<typeof orderChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { order, userId, what, link, isByAdmin, customsNotice } = data;
    const change = { order, changes: what, link, hasAccount: userId !== null, sequence, customsNotice };
    const by = isByAdmin ? 'shop' : 'customer';
    await this.changeEmails.enqueueChangeEmail(manager, id, { ...change, by }, userId);
  }

  @OnEvent(printFileCompleted)
  async onPrintFileCompleted(
    { data }: EventEnvelope<EventPayload<typeof printFileCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { orderId, orderItemId, revision, mockup } = data;
    await this.mockups.lockOrder(manager, orderId);
    await this.mockups.saveMockup(manager, { orderId, orderItemId, revision, url: mockup.url });
    await this.mockups.sendCompleteEmails(manager, orderId);
  }

  /** Only for delayed payment methods. The checkout itself shows a payment that is declined at once. */
  @OnEvent(orderPaymentFailed)
  async onOrderPaymentFailed(
    { id, data: { message, delayedFailure } }: EventEnvelope<EventPayload<typeof orderPaymentFailed>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!delayedFailure?.order.email) return;
    const { order, userId, link } = delayedFailure;
    const props = { order, link, message, hasAccount: userId !== null };
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-unpaid/${order.id}/${id}`,
      to: delayedFailure.order.email,
      userId,
      template: 'order-unpaid',
      props,
    });
  }

  @OnEvent(orderStatusChanged)
  async onOrderStatusChanged(
    { data }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { order, userId, tracking, link, refundSummary } = data;
    const template = findStatusTemplate(data);
    if (!template || !order.email) return;
    const lastChanges = await this.changeEmails.takeWaitingChanges(manager, template, order);
    const props = {
      order,
      tracking,
      link,
      refundSummary,
      ...(lastChanges.length > 0 && { lastChanges }),
      hasAccount: userId !== null,
    };
    await this.emailOutbox.enqueueEmail(manager, {
      key: orderEmailKey(template, order.id),
      to: order.email,
      userId,
      template,
      props,
    });
  }

  /** Asks for another size, or for the cancellation. */
  @OnEvent(orderOutOfStock)
  async onOrderOutOfStock(
    { id, data: { order, userId, items, link } }: EventEnvelope<EventPayload<typeof orderOutOfStock>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-out-of-stock/${order.id}/${id}`,
      to: order.email,
      userId,
      template: 'order-out-of-stock',
      props: { order, link, articles: items.map(formatArticle), hasAccount: userId !== null },
    });
  }

  @OnEvent(orderQuestionAsked)
  async onQuestionAsked(
    { data: { order, userId, questionId, question, link } }: EventEnvelope<EventPayload<typeof orderQuestionAsked>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-question/${order.id}/${questionId}`,
      to: order.email,
      userId,
      template: 'order-question',
      about: questionId,
      props: { order, question, link, hasAccount: userId !== null },
    });
  }

  @OnEvent(orderParcelsChanged)
  async onOrderParcelsChanged(
    { id, data: { userId, ...parcels } }: EventEnvelope<EventPayload<typeof orderParcelsChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { id: orderId, email } = parcels.order;
    if (!email) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-parcel/${orderId}/${id}`,
      to: email,
      userId,
      template: 'order-parcel',
      props: { ...parcels, hasAccount: userId !== null },
    });
  }

  /** Asks for a better address. */
  @OnEvent(orderParcelReturned)
  async onOrderParcelReturned(
    { id, data: { order, userId, reason, link } }: EventEnvelope<EventPayload<typeof orderParcelReturned>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-returned/${order.id}/${id}`,
      to: order.email,
      userId,
      template: 'order-returned',
      props: { order, reason, link, hasAccount: userId !== null },
    });
  }

  @OnEvent(orderRefunded)
  async onOrderRefunded(
    { data: { order, userId, amount, refundId, currency } }: EventEnvelope<EventPayload<typeof orderRefunded>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    const props = { order, amount, currency, hasAccount: userId !== null };
    const key = ['order-refunded', order.id, ...(refundId ? [refundId] : [])].join('/');
    await this.emailOutbox.enqueueEmail(manager, {
      key,
      to: order.email,
      userId,
      template: 'order-refunded',
      about: refundId,
      props,
    });
  }
}
