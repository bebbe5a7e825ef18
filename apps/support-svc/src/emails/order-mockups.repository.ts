import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Order, OrderItem } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import type { EmailProps, EmailTemplate } from './email-props.js';
import { EmailsRepository, type WaitingEmail } from './emails.repository.js';

/** Namespace of the advisory lock; any constant. Without the lock, a payment and the last mock-up that are handled at once miss each other. */
const ORDER_LOCK = 7_241_011;

const SEND_COMPLETE_NOW = `
  UPDATE emails SET due_at = GREATEST(now(), (props ->> 'gatheredUntil')::timestamptz)
  WHERE (key = $1 OR starts_with(key, $2)) AND status = 'waiting' AND due_at > now() AND attempts = 0 AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(props -> 'order' -> 'items') AS item
    WHERE NOT EXISTS (SELECT FROM order_mockups mockup WHERE mockup.order_item_id = (item ->> 'id')::uuid AND mockup.revision >= COALESCE((item ->> 'revision')::integer, 1)))
  RETURNING id, due_at AS "dueAt"`;

export const orderConfirmationKey = (orderId: string): string => `order-confirmed/${orderId}`;
export const orderEmailKey = (template: EmailTemplate, orderId: string): string => `${template}/${orderId}`;
/** Prefix of the keys of all change emails of an order. */
export const orderChangesKeyPrefix = (orderId: string): string => `order-changed/${orderId}/`;
export const orderChangeKey = (orderId: string, eventId: string): string =>
  `${orderChangesKeyPrefix(orderId)}${eventId}`;

export interface OrderMockup {
  orderId: string;
  orderItemId: string;
  /** The revision of the item that the mock-up shows. */
  revision: number;
  url: string;
}

interface MockupRow {
  id: string;
  url: string;
  revision: number;
}

/** An item with a revision gets only the mock-up of this revision. */
const findMockupUrl = (item: OrderItem & { revision?: number }, mockup: MockupRow | undefined): string | undefined =>
  item.revision === undefined || item.revision === mockup?.revision ? mockup?.url : undefined;

/** A request for a review has no items. */
const hasItems = (props: object): props is { order: Order } => 'order' in props && 'items' in (props.order as object);

/** Mock-ups of ordered items. They arrive a moment after the payment, and order emails wait for them. */
@Injectable()
export class OrderMockupsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly emailsRepository: EmailsRepository,
  ) {}

  async lockOrder(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ORDER_LOCK, orderId]);
  }

  /** Replaces a mock-up of the same or an earlier revision; ignores one of an earlier revision than the stored one. */
  async saveMockup(manager: EntityManager, { orderId, orderItemId, revision, url }: OrderMockup): Promise<void> {
    await manager.query(
      `INSERT INTO order_mockups AS known (order_item_id, order_id, url, revision) VALUES ($1, $2, $3, $4)
       ON CONFLICT (order_item_id) DO UPDATE SET url = $3, revision = $4 WHERE known.revision <= $4`,
      [orderItemId, orderId, url, revision],
    );
  }

  /** Makes the order's waiting emails due once all items have their mock-ups. A change email still waits until `gatheredUntil`. */
  async sendCompleteEmails(manager: EntityManager, orderId: string): Promise<void> {
    const [complete] = await manager.query<[{ id: string; dueAt: Date }[], number]>(SEND_COMPLETE_NOW, [
      orderConfirmationKey(orderId),
      orderChangesKeyPrefix(orderId),
    ]);
    for (const { id, dueAt } of complete) await this.emailsRepository.enqueueJob(manager, id, dueAt);
  }

  /** Returns the props of an email, with the known mock-ups set on the items of its order. */
  async addMockups({ props }: WaitingEmail): Promise<EmailProps[keyof EmailProps]> {
    if (!hasItems(props)) return props;
    const { order } = props;
    const rows = await this.dataSource.query<MockupRow[]>(
      'SELECT order_item_id AS id, url, revision FROM order_mockups WHERE order_id = $1',
      [order.id],
    );
    const mockupsByItem = new Map(rows.map((mockup) => [mockup.id, mockup]));
    return {
      ...props,
      order: {
        ...order,
        items: order.items.map((item) => ({
          ...item,
          mockupUrl: findMockupUrl(item, mockupsByItem.get(item.id)) ?? item.mockupUrl,
        })),
      },
    };
  }
}
