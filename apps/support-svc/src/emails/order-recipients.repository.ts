import { Injectable } from '@nestjs/common';
import type { Order, OrderLink } from '@shop/contracts/order';
import type { EntityManager } from 'typeorm';

/** Namespace of the advisory lock; any constant. Without it, an email that is queued during a correction would go to the old address. */
const RECIPIENT_LOCK = 7_241_012;

const SAVE = `
  INSERT INTO order_recipients AS known (order_id, user_id, email, link_key, version) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (order_id) DO UPDATE SET user_id = EXCLUDED.user_id, email = EXCLUDED.email, link_key = EXCLUDED.link_key, version = EXCLUDED.version, changed_at = now()
  WHERE known.version < EXCLUDED.version RETURNING order_id`;

/** Emails that wait or were refused. One that is being sent right now can't be stopped. */
const REDIRECT = `
  UPDATE emails SET recipient = $2, status = 'waiting', ended_at = NULL, attempts = 0, reason = NULL,
    due_at = CASE WHEN status = 'dead' THEN now() ELSE due_at END,
    props = jsonb_set(CASE WHEN props ? 'link' THEN jsonb_set(props, '{link,key}', to_jsonb($3::text)) ELSE props END, '{order,email}', to_jsonb($2::text))
  WHERE order_id = $1 AND recipient IS NOT NULL`;

interface OrderRecipient {
  email: string;
  linkKey: string;
}

type OrderProps = { order: Order; link?: OrderLink };

const hasOrder = (props: object): props is OrderProps => 'order' in props;

/** Where emails about an order go after its address was corrected. */
@Injectable()
export class OrderRecipientsRepository {
  /** False for an earlier correction than the known one. */
  async correct(
    manager: EntityManager,
    {
      orderId,
      userId,
      version,
      email,
      linkKey,
    }: OrderRecipient & { orderId: string; userId: string | null; version: number },
  ): Promise<boolean> {
    await this.lock(manager, orderId);
    const saved = await manager.query<unknown[]>(SAVE, [orderId, userId, email, linkKey, version]);
    if (saved.length === 0) return false;
    await manager.query(REDIRECT, [orderId, email, linkKey]);
    return true;
  }

  /** The email as it goes to the present address of its order. */
  async redirect<Props extends object>(
    manager: EntityManager,
    email: { to: string; props: Props },
  ): Promise<{ to: string; props: Props; orderId: string | null }> {
    const { props } = email;
    if (!hasOrder(props)) return { ...email, orderId: null };
    const orderId = props.order.id;
    await this.lock(manager, orderId);
    const [recipient] = await manager.query<OrderRecipient[]>(
      'SELECT email, link_key AS "linkKey" FROM order_recipients WHERE order_id = $1',
      [orderId],
    );
    if (!recipient) return { ...email, orderId };
    const { email: to, linkKey: key } = recipient;
    const order = { ...props.order, email: to };
    return { to, props: { ...props, order, ...(props.link && { link: { ...props.link, key } }) }, orderId };
  }

  async deleteByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM order_recipients WHERE user_id = $1', [userId]);
  }

  private async lock(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [RECIPIENT_LOCK, orderId]);
  }
}
