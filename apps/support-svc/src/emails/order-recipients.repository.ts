import { Injectable } from '@nestjs/common';
import type { Order, OrderLink } from '@shop/contracts-order';
import type { EntityManager } from 'typeorm';

/** Namespace of the advisory lock; any constant. Without it, an email that is queued during a correction would go to the old address. */
const RECIPIENT_LOCK = 7_241_012;

const SAVE = `
  INSERT INTO order_recipients AS known (order_id, user_id, email, link_key, version, link_version) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (order_id) DO UPDATE SET user_id = EXCLUDED.user_id, email = EXCLUDED.email, link_key = EXCLUDED.link_key, version = EXCLUDED.version,
    link_version = EXCLUDED.link_version, changed_at = now()
  WHERE (known.version, known.link_version) < (EXCLUDED.version, EXCLUDED.link_version) RETURNING order_id`;

/** Emails that wait or were refused. One that is being sent right now can't be stopped. */
const REDIRECT = `
  UPDATE emails SET recipient = $2, recipient_version = $4, status = 'waiting', ended_at = NULL, attempts = 0, reason = NULL,
    due_at = CASE WHEN status = 'dead' THEN now() ELSE due_at END,
    props = jsonb_set(CASE WHEN props ? 'link' THEN jsonb_set(props, '{link,key}', to_jsonb($3::text)) ELSE props END, '{order,email}', to_jsonb($2::text))
  WHERE order_id = $1 AND recipient IS NOT NULL`;

/** Codes and review links for an earlier address, or from before the links were ended, open nothing. */
const DROP_SECRETS = `
  UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, claimed_until = NULL, reason = $2, ended_at = now()
  WHERE order_id = $1 AND template IN ('order-code', 'order-review') AND recipient IS NOT NULL`;

/** Emails that wait or were refused. */
const RENEW_LINK = `
  UPDATE emails SET props = jsonb_set(props, '{link,key}', to_jsonb($2::text))
  WHERE order_id = $1 AND recipient IS NOT NULL AND props ? 'link'`;

interface OrderRecipient {
  email: string;
  linkKey: string;
  /** Counts the addresses of the order. */
  version: number;
  /** Counts how often the links of the order were ended. */
  linkVersion: number;
}

type Recipient = OrderRecipient & { orderId: string; userId: string | null };

type OrderProps = { order: Order; link?: OrderLink };

const hasOrder = (props: object): props is OrderProps => 'order' in props;

/** Where emails about an order go after its address was corrected, and their link after it was ended. */
@Injectable()
export class OrderRecipientsRepository {
  /** False for an earlier correction than the known one. */
  async correct(manager: EntityManager, recipient: Recipient): Promise<boolean> {
    const { orderId, email, linkKey, version } = recipient;
    if (!(await this.save(manager, recipient))) return false;
    await manager.query(DROP_SECRETS, [orderId, 'the address was corrected']);
    await manager.query(REDIRECT, [orderId, email, linkKey, version]);
    return true;
  }

  /** Emails that wait get the new link. A code or a review link that waits is not sent. */
  async renewLink(manager: EntityManager, recipient: Recipient): Promise<void> {
    if (!(await this.save(manager, recipient))) return;
    await manager.query(DROP_SECRETS, [recipient.orderId, 'the links of the order were ended']);
    await manager.query(RENEW_LINK, [recipient.orderId, recipient.linkKey]);
  }

  /** Whether the order has got another address since then, or its links were ended. */
  async isOutdated(
    manager: EntityManager,
    orderId: string,
    { version, linkVersion }: Pick<OrderRecipient, 'version' | 'linkVersion'>,
  ): Promise<boolean> {
    await this.lock(manager, orderId);
    const later = await manager.query<unknown[]>(
      'SELECT FROM order_recipients WHERE order_id = $1 AND (version, link_version) > ($2, $3)',
      [orderId, version, linkVersion],
    );
    return later.length > 0;
  }

  /** The email as it goes to the present address of its order. */
  async redirect<Props extends object>(
    manager: EntityManager,
    email: { to: string; props: Props },
  ): Promise<{ to: string; props: Props; orderId: string | null; version: number }> {
    const { props } = email;
    if (!hasOrder(props)) return { ...email, orderId: null, version: 0 };
    const orderId = props.order.id;
    await this.lock(manager, orderId);
    const [recipient] = await manager.query<Omit<OrderRecipient, 'linkVersion'>[]>(
      'SELECT email, link_key AS "linkKey", version FROM order_recipients WHERE order_id = $1',
      [orderId],
    );
    if (!recipient) return { ...email, orderId, version: 0 };
    const { email: to, linkKey: key, version } = recipient;
    const order = { ...props.order, email: to };
    return { to, props: { ...props, order, ...(props.link && { link: { ...props.link, key } }) }, orderId, version };
  }

  async deleteByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM order_recipients WHERE user_id = $1', [userId]);
  }

  /** False for an earlier change than the known one. */
  private async save(
    manager: EntityManager,
    { orderId, userId, email, linkKey, version, linkVersion }: Recipient,
  ): Promise<boolean> {
    await this.lock(manager, orderId);
    const values = [orderId, userId, email, linkKey, version, linkVersion];
    return (await manager.query<unknown[]>(SAVE, values)).length > 0;
  }

  private async lock(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [RECIPIENT_LOCK, orderId]);
  }
}
