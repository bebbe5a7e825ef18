import { Inject, Injectable } from '@nestjs/common';
import type { Order } from '@shop/contracts-order';
import { CONFIG } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import type { EmailTemplate, EmailProps } from '../emails/email-props.js';
import {
  orderChangeKey,
  orderChangesKeyPrefix,
  orderEmailKey,
  OrderMockupsRepository,
} from '../emails/order-mockups.repository.js';
import { mergeChanges, selectCurrentChanges } from './order-changes.rules.js';

type ChangeProps = EmailProps['order-changed'];

/** These emails replace a waiting change email: two name its changes themselves, and a cancelled order makes them irrelevant. */
const SUPERSEDING_TEMPLATES = [
  'order-printing',
  'order-shipped',
  'order-cancelled',
] as const satisfies readonly EmailTemplate[];
const isSuperseding = (template: EmailTemplate): template is (typeof SUPERSEDING_TEMPLATES)[number] =>
  (SUPERSEDING_TEMPLATES as readonly EmailTemplate[]).includes(template);

const withoutChangeWindow = ({ link, ...change }: ChangeProps): ChangeProps => ({
  ...change,
  link: link && { ...link, changeableUntil: null },
});

/**
 * Changes of a paid order within a few minutes are one email, so that a customer who tries a slider gets one. It also waits for the new mock-ups.
 */
@Injectable()
export class OrderChangeEmailsService {
  constructor(
    private readonly mockups: OrderMockupsRepository,
    private readonly emailOutbox: EmailOutboxService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Replaces the waiting change email by one that names this change too. */
  async enqueueChangeEmail(
    manager: EntityManager,
    eventId: string,
    change: ChangeProps,
    userId: string | null,
  ): Promise<void> {
    const { id: orderId, email } = change.order;
    if (!email) return;
    await this.mockups.lockOrder(manager, orderId);
    const key = orderChangeKey(orderId, eventId);
    const knownKeys = await this.emailOutbox.findKnownKeys(manager, [
      key,
      ...SUPERSEDING_TEMPLATES.map((template) => orderEmailKey(template, orderId)),
    ]);
    // A repeated event, or the order is cancelled.
    if (knownKeys.has(key) || knownKeys.has(orderEmailKey('order-cancelled', orderId))) return;

    const gatheredUntil = new Date(Date.now() + this.config.ORDER_CHANGES_WAIT_MS).toISOString();
    const superseded = await this.emailOutbox.supersedeWaiting(
      manager,
      'order-changed',
      orderChangesKeyPrefix(orderId),
    );
    const newProps: ChangeProps = {
      ...(knownKeys.has(orderEmailKey('order-printing', orderId)) ? withoutChangeWindow(change) : change),
      gatheredUntil,
    };
    const props = mergeChanges<ChangeProps>([newProps, ...superseded]);
    const dueAt = new Date(
      Math.max(Date.parse(props.gatheredUntil ?? gatheredUntil), Date.now() + this.config.ORDER_EMAIL_WAIT_MS),
    );
    await this.emailOutbox.enqueueEmail(manager, { key, to: email, userId, template: 'order-changed', props, dueAt });
    await this.mockups.sendCompleteEmails(manager, orderId);
  }

  /**
   * Drops the waiting change email and returns the changes that an email with this template must name instead. Otherwise the change email would
   * arrive later and offer changes that are no longer possible. Empty for other templates, and if the email was queued before.
   */
  async takeWaitingChanges(manager: EntityManager, template: EmailTemplate, order: Order): Promise<string[]> {
    if (!isSuperseding(template)) return [];
    await this.mockups.lockOrder(manager, order.id);
    const key = orderEmailKey(template, order.id);
    if ((await this.emailOutbox.findKnownKeys(manager, [key])).has(key)) return [];
    const superseded = await this.emailOutbox.supersedeWaiting(
      manager,
      'order-changed',
      orderChangesKeyPrefix(order.id),
    );
    return template === 'order-cancelled'
      ? []
      : selectCurrentChanges(
          superseded.flatMap(({ changes }) => changes),
          order,
        );
  }
}
