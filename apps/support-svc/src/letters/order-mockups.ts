import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Order, OrderItem } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { LETTER_CHANNEL } from './letter-channel.js';
import type { LetterName, LetterProps } from './letter-props.js';
import type { LeasedLetter } from './letters.repository.js';

/** Any number: the payment of an order and its last picture, told at the same moment, would miss each other without it. */
const ORDER_LOCK = 7_241_011;

const HASTEN_WHERE_COMPLETE = `
  UPDATE emails SET due_at = GREATEST(now(), (props ->> 'gatheredUntil')::timestamptz)
  WHERE (key = $1 OR starts_with(key, $2)) AND status = 'waiting' AND due_at > now() AND attempts = 0 AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(props -> 'order' -> 'items') AS item
    WHERE NOT EXISTS (SELECT FROM order_mockups mockup WHERE mockup.order_item_id = (item ->> 'id')::uuid AND mockup.revision >= COALESCE((item ->> 'revision')::integer, 1)))`;

export const confirmationKey = (orderId: string): string => `order-confirmed/${orderId}`;
export const moveKey = (letter: LetterName, orderId: string): string => `${letter}/${orderId}`;
/** All letters of its changes begin so. */
export const changesOf = (orderId: string): string => `order-changed/${orderId}/`;
export const changeKey = (orderId: string, eventId: string): string => `${changesOf(orderId)}${eventId}`;

export interface OrderMockup {
  orderId: string;
  orderItemId: string;
  /** Of the item, as it is on the picture. */
  revision: number;
  url: string;
}

interface KnownMockup {
  id: string;
  url: string;
  revision: number;
}

/** Where the event said what it is about, only that; a parcel holds the item as it was at last. */
const urlFor = (item: OrderItem & { revision?: number }, mockup: KnownMockup | undefined): string | undefined =>
  item.revision === undefined || item.revision === mockup?.revision ? mockup?.url : undefined;

const hasOrder = (props: object): props is { order: Order } => 'order' in props;

/** The pictures of what was ordered, which come a moment after the payment; the confirmation waits for them. */
@Injectable()
export class OrderMockups {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async lockOrder(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ORDER_LOCK, orderId]);
  }

  /** A picture may be told again, or made anew; one of an item as it was comes too late. */
  async save(manager: EntityManager, { orderId, orderItemId, revision, url }: OrderMockup): Promise<void> {
    await manager.query(
      `INSERT INTO order_mockups AS known (order_item_id, order_id, url, revision) VALUES ($1, $2, $3, $4)
       ON CONFLICT (order_item_id) DO UPDATE SET url = $3, revision = $4 WHERE known.revision <= $4`,
      [orderItemId, orderId, url, revision],
    );
  }

  /** Lets the letters that wait for pictures go as soon as every item has its own; what gathers changes, not before its time. */
  async hastenLetters(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query(HASTEN_WHERE_COMPLETE, [confirmationKey(orderId), changesOf(orderId)]);
    await manager.query('SELECT pg_notify($1, $2)', [LETTER_CHANNEL, '']);
  }

  /** The props of a letter, its order with the pictures there are by now. */
  async intoProps({ props }: LeasedLetter): Promise<LetterProps[keyof LetterProps]> {
    if (!hasOrder(props)) return props;
    const { order } = props;
    const rows = await this.dataSource.query<KnownMockup[]>(
      'SELECT order_item_id AS id, url, revision FROM order_mockups WHERE order_id = $1',
      [order.id],
    );
    const known = new Map(rows.map((mockup) => [mockup.id, mockup]));
    return {
      ...props,
      order: {
        ...order,
        items: order.items.map((item) => ({ ...item, mockupUrl: urlFor(item, known.get(item.id)) ?? item.mockupUrl })),
      },
    };
  }
}
