import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { drawingBudgetNearlySpent } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { moneyDiscrepanciesFound, orderChanged, orderQuestionAnswered } from '@shop/contracts-order';
import { OnEvent, type EventContext } from '@shop/messaging';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { getAlarmAddress, type Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';

/** Alerts to the shop's admins. */
@Controller()
export class AlertEmailsConsumer implements OnApplicationBootstrap {
  private readonly address: string | null;

  constructor(
    private readonly emailOutbox: EmailOutboxService,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.address = getAlarmAddress(config);
  }

  onApplicationBootstrap(): void {
    if (this.address === null)
      this.logger.warn(
        'alerts about discrepancies between payments, orders and printing, and about the costs of OpenAI, are not sent: neither ALARM_EMAIL nor ADMIN_EMAIL is set',
      );
  }

  @OnEvent(moneyDiscrepanciesFound)
  async onMoneyDifferencesFound(
    { id, data }: EventEnvelope<EventPayload<typeof moneyDiscrepanciesFound>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (this.address === null) {
      this.logger.error(
        { count: data.count },
        'no alert is sent about new discrepancies on the Money card: ALARM_EMAIL is not set',
      );
      return;
    }
    await this.emailOutbox.enqueueEmail(manager, {
      key: `discrepancies-found/${id}`,
      to: this.address,
      template: 'discrepancies-found',
      props: data,
    });
  }

  @OnEvent(orderQuestionAnswered)
  async onQuestionAnswered(
    {
      data: { order, userId, questionId, question, answer },
    }: EventEnvelope<EventPayload<typeof orderQuestionAnswered>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (this.address === null) {
      this.logger.error({ orderId: order.id }, 'no alert is sent about a customer’s answer: ALARM_EMAIL is not set');
      return;
    }
    await this.emailOutbox.enqueueEmail(manager, {
      key: `question-answered/${order.id}/${questionId}`,
      to: this.address,
      userId,
      template: 'question-answered',
      props: { orderId: order.id, orderNumber: order.orderNumber, question, answer },
    });
  }

  /** Once for each question: further changes are in the order. */
  @OnEvent(orderChanged)
  async onAskedOrderChanged(
    { data: { order, userId, what, questionId, isByAdmin } }: EventEnvelope<EventPayload<typeof orderChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (questionId === undefined || isByAdmin) return;
    if (this.address === null) {
      this.logger.error({ orderId: order.id }, 'no alert is sent about a customer’s change: ALARM_EMAIL is not set');
      return;
    }
    await this.emailOutbox.enqueueEmail(manager, {
      key: `asked-order-changed/${order.id}/${questionId}`,
      to: this.address,
      userId,
      template: 'asked-order-changed',
      props: { orderId: order.id, orderNumber: order.orderNumber, changes: what },
    });
  }

  @OnEvent(drawingBudgetNearlySpent)
  async onDrawingBudgetNearlySpent(
    { data }: EventEnvelope<EventPayload<typeof drawingBudgetNearlySpent>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (this.address === null) {
      this.logger.error(data, 'no alert is sent about the costs of OpenAI: ALARM_EMAIL is not set');
      return;
    }
    await this.emailOutbox.enqueueEmail(manager, {
      key: `drawing-budget/${data.day}`,
      to: this.address,
      template: 'drawing-budget',
      props: data,
    });
  }
}
