import { hash, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ORDER_CODE, orderCodeRequested, type OrderCodeSent } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import {
  type Caller,
  type Client,
  CONFIG,
  encryptPayload,
  isLinkValid,
  type LinkClaim,
  signLink,
} from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { hashSession } from '../guests/owner-ids.js';
import { type CodeHolder, OrderCodesRepository } from '../orders/order-codes.repository.js';
import { toOrderSubject } from '../orders/order-events.publisher.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import {
  codeExpired,
  codeMissing,
  codesTooMany,
  codeTriesUsedUp,
  codeWrong,
  orderUnknown,
  orderWithoutEmail,
} from './customer-order.errors.js';

const { digits, sendsADay, sendsAnHour, tries, validMinutes } = ORDER_CODE;

const createCode = (): string => String(randomInt(10 ** digits)).padStart(digits, '0');

const hashNetwork = (network: string | null): string => hash('sha256', network ?? '', 'base64url');

/**
 * Codes that are sent to an order's email address. A code belongs to the session that asked for it, so no other visitor can use it up or
 * guess it; the next one replaces it. The caller checks that the visitor may view the order.
 */
@Injectable()
export class OrderCodesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly orders: OrdersRepository,
    private readonly codes: OrderCodesRepository,
    private readonly history: OrderHistoryRepository,
    private readonly outbox: EventOutbox,
  ) {}

  /** @throws DomainError ATTEMPTS_TOO_MANY, ORDER_WITHOUT_EMAIL */
  async sendCode({ caller, network }: Client, orderId: string): Promise<OrderCodeSent> {
    const holder = { orderId, session: hashSession(caller) };
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order || order.anonymisedAt) throw orderUnknown();
      if (order.email === null) throw orderWithoutEmail();
      const source = hashNetwork(network);
      await this.assertMaySend(manager, orderId, source);
      const expiresAt = new Date(Math.floor(Date.now() / 1000 + validMinutes * 60) * 1000);
      const code = createCode();
      const codeHash = signLink(this.config.ORDER_LINK_SECRET, toClaim(holder, code, expiresAt));
      await this.codes.insert(manager, { ...holder, network: source, codeHash, expiresAt });
      await this.publishCode(manager, order, { email: order.email, code }, expiresAt);
      return { expiresAt: expiresAt.toISOString() };
    });
  }

  /**
   * Opens the changes of the order for this session.
   *
   * @throws DomainError CODE_MISSING, CODE_EXPIRED, CODE_TRIES_USED_UP, CODE_WRONG
   */
  async enterCode(caller: Caller, orderId: string, code: string): Promise<void> {
    const holder = { orderId, session: hashSession(caller) };
    const sent = await this.codes.countTry(holder);
    if (!sent || sent.isUsed) throw codeMissing();
    if (sent.expiresAt.getTime() <= Date.now()) throw codeExpired();
    if (sent.tries > tries) throw codeTriesUsedUp();
    if (!isLinkValid(this.config.ORDER_LINK_SECRET, toClaim(holder, code, sent.expiresAt), sent.codeHash))
      throw sent.tries === tries ? codeTriesUsedUp() : codeWrong(tries - sent.tries);
    await this.dataSource.transaction(async (manager) => {
      if (await this.codes.open(manager, sent.id))
        await this.history.addEntry(manager, orderId, { action: 'order.code-entered', details: {} });
    });
  }

  private async assertMaySend(manager: EntityManager, orderId: string, network: string): Promise<void> {
    const { lastHour, hourEndsInSeconds, lastDay, dayEndsInSeconds } = await this.codes.countSent(
      manager,
      orderId,
      network,
    );
    if (lastDay >= sendsADay) throw codesTooMany(dayEndsInSeconds ?? 0);
    if (lastHour >= sendsAnHour) throw codesTooMany(hourEndsInSeconds ?? 0);
  }

  private async publishCode(
    manager: EntityManager,
    order: Order,
    secret: { email: string; code: string },
    expiresAt: Date,
  ): Promise<void> {
    const items = await this.orders.listItems([order.id], manager);
    await this.outbox.publish(manager, orderCodeRequested, {
      subject: toOrderSubject(order.id),
      data: {
        order: toOrder(order, items.get(order.id) ?? []),
        userId: order.userId,
        version: order.emailVersion,
        linkVersion: order.linkVersion,
        expiresAt: expiresAt.toISOString(),
        encrypted: await encryptPayload(this.config.EMAIL_SECRET, orderCodeRequested.type, secret),
      },
    });
  }
}

const toClaim = ({ orderId, session }: CodeHolder, code: string, expiresAt: Date): LinkClaim => ({
  subject: `code ${orderId} ${session} ${code}`,
  expires: expiresAt.getTime() / 1000,
});
