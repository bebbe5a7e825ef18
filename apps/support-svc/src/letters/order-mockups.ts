import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Order } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { LETTER_CHANNEL } from './letter-channel.js';
import type { LetterProps } from './letter-props.js';
import type { LeasedLetter } from './letters.repository.js';

/** Any number: the payment of an order and its last picture, told at the same moment, would miss each other without it. */
const ORDER_LOCK = 7_241_011;

const HASTEN_WHERE_COMPLETE = `
  UPDATE letters SET due_at = now()
  WHERE key = $1 AND status = 'waiting' AND due_at > now() AND attempts = 0 AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(props -> 'order' -> 'items') AS item
    WHERE NOT EXISTS (SELECT FROM order_mockups mockup WHERE mockup.order_item_id = (item ->> 'id')::uuid))`;

export const confirmationKey = (orderId: string): string => `order-confirmed/${orderId}`;

const hasOrder = (props: object): props is { order: Order } => 'order' in props;

/** The pictures of what was ordered, which come a moment after the payment; the confirmation waits for them. */
@Injectable()
export class OrderMockups {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async lockOrder(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ORDER_LOCK, orderId]);
  }

  /** A picture may be told again, or made anew. */
  async save(manager: EntityManager, { orderId, orderItemId, url }: { orderId: string; orderItemId: string; url: string }): Promise<void> {
    await manager.query(
      `INSERT INTO order_mockups (order_item_id, order_id, url) VALUES ($1, $2, $3) ON CONFLICT (order_item_id) DO UPDATE SET url = $3`,
      [orderItemId, orderId, url],
    );
  }

  /** Lets the confirmation go as soon as every item has its picture. */
  async hastenConfirmation(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query(HASTEN_WHERE_COMPLETE, [confirmationKey(orderId)]);
    await manager.query('SELECT pg_notify($1, $2)', [LETTER_CHANNEL, '']);
  }

  /** The props of a letter, its order with the pictures there are by now. */
  async intoProps({ props }: LeasedLetter): Promise<LetterProps[keyof LetterProps]> {
    if (!hasOrder(props)) return props;
    const { order } = props;
    const rows = await this.dataSource.query<{ id: string; url: string }[]>('SELECT order_item_id AS id, url FROM order_mockups WHERE order_id = $1', [order.id]);
    const urls = new Map(rows.map(({ id, url }) => [id, url]));
    return { ...props, order: { ...order, items: order.items.map((item) => ({ ...item, mockupUrl: urls.get(item.id) ?? item.mockupUrl })) } };
  }
}
