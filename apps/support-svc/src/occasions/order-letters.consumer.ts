import { Controller, Inject } from '@nestjs/common';
import { printFileCompleted } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import {
  orderChanged,
  orderPaid,
  orderPaymentFailed,
  orderRefunded,
  orderStatusChanged,
  type Order,
} from '@shop/contracts/order';
import { OnEvent, type EventContext } from '@shop/messaging';
import { CONFIG } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { Config } from '../config.js';
import { LetterDesk } from '../letters/letter-desk.js';
import { confirmationKey, moveKey, OrderMockups } from '../letters/order-mockups.js';
import { ChangeLetters } from './change-letters.js';
import { letterOfMove } from './order-letters.rules.js';

/** What somebody who ordered is told. An order without an e-mail, of a guest long gone, is told of to nobody. */
@Controller()
export class OrderLettersConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly mockups: OrderMockups,
    private readonly letters: LetterDesk,
    private readonly changes: ChangeLetters,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Waits a bounded while for the pictures of what was ordered, then goes without. */
  @OnEvent(orderPaid)
  async onOrderPaid(
    { data: { order, userId, link } }: EventEnvelope<EventPayload<typeof orderPaid>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    await this.mockups.lockOrder(manager, order.id);
    const dueAt = new Date(Date.now() + this.config.ORDER_LETTER_WAIT_MS);
    await this.letters.send(manager, {
      key: confirmationKey(order.id),
      to: order.email,
      letter: 'order-confirmed',
      props: { order, link, hasAccount: userId !== null },
      dueAt,
    });
    await this.mockups.hastenLetters(manager, order.id);
  }

  @OnEvent(orderChanged)
  async onOrderChanged(
    { id, sequence, data: { order, userId, what, link, isByShop } }: EventEnvelope<EventPayload<typeof orderChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.changes.tell(manager, id, {
      order,
      what,
      link,
      hasAccount: userId !== null,
      sequence,
      by: isByShop ? 'shop' : 'customer',
    });
  }

  @OnEvent(printFileCompleted)
  async onPrintFileCompleted(
    { data }: EventEnvelope<EventPayload<typeof printFileCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { orderId, orderItemId, revision, mockup } = data;
    await this.mockups.lockOrder(manager, orderId);
    await this.mockups.save(manager, { orderId, orderItemId, revision, url: mockup.url });
    await this.mockups.hastenLetters(manager, orderId);
  }

  /** One that is declined at the checkout is told there. */
  @OnEvent(orderPaymentFailed)
  async onOrderPaymentFailed(
    { id, data: { message, awaited } }: EventEnvelope<EventPayload<typeof orderPaymentFailed>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!awaited?.order.email) return;
    const { order, link } = awaited;
    const props = { order, link, message, hasAccount: await this.hasAccount(manager, order) };
    await this.letters.send(manager, {
      key: `order-unpaid/${order.id}/${id}`,
      to: awaited.order.email,
      letter: 'order-unpaid',
      props,
    });
  }

  @OnEvent(orderStatusChanged)
  async onOrderStatusChanged(
    { data }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { order, tracking, link, moneyBack } = data;
    const letter = letterOfMove(data);
    if (!letter || !order.email) return;
    const changed = await this.changes.endedBy(manager, letter, order);
    const props = {
      order,
      tracking,
      link,
      moneyBack,
      ...(changed.length > 0 && { changed }),
      hasAccount: await this.hasAccount(manager, order),
    };
    await this.letters.send(manager, { key: moveKey(letter, order.id), to: order.email, letter, props });
  }

  @OnEvent(orderRefunded)
  async onOrderRefunded(
    { data: { order, amount, refundId, currency } }: EventEnvelope<EventPayload<typeof orderRefunded>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    const props = { order, amount, currency, hasAccount: await this.hasAccount(manager, order) };
    const key = ['order-refunded', order.id, ...(refundId ? [refundId] : [])].join('/');
    await this.letters.send(manager, { key, to: order.email, letter: 'order-refunded', props });
  }

  private async hasAccount(manager: EntityManager, { email }: Order): Promise<boolean> {
    return email !== null && this.accounts.hasEmail(manager, email);
  }
}
