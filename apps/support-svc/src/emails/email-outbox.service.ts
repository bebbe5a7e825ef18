import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EmailProps, EmailTemplate } from './email-props.js';
import { OrderRecipientsRepository } from './order-recipients.repository.js';
import { EmailsRepository } from './emails.repository.js';

export interface NewEmail<Name extends EmailTemplate = EmailTemplate> {
  /** Idempotency key: a second email with this key is not sent. It outlives the email, so it holds ids only, no personal data. */
  key: string;
  /** A plain address without a name. */
  to: string;
  /** The account that the email is about; its erasure drops the email. */
  userId?: string | null;
  template: Name;
  props: EmailProps[Name];
  /** Which refund or question of the order the email is about: an id. */
  about?: string;
  /** The earliest time of sending; default: at once. */
  dueAt?: Date;
  /** After this time the email is dropped instead of sent. */
  expiresAt?: Date;
}

const INSERT_EMAIL = `
  INSERT INTO emails (key, recipient, template, props, due_at, expires_at, user_id, order_id, recipient_version, about)
  VALUES ($1, $2, $3, $4, COALESCE($5, now()), $6, $7, $8, $9, $10)
  ON CONFLICT (key) DO NOTHING RETURNING id, due_at AS "dueAt"`;

/** An expired claim counts as none: the content may then be sent twice, but is never lost. */
const SUPERSEDE = `
  WITH waiting AS (
    SELECT id, props FROM emails
    WHERE status = 'waiting' AND template = $1 AND starts_with(key, $2) AND (claimed_until IS NULL OR claimed_until <= now())
    FOR UPDATE)
  UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, claimed_until = NULL, reason = 'superseded by another email', ended_at = now()
  FROM waiting WHERE emails.id = waiting.id
  RETURNING waiting.props`;

/** Queues emails in the caller's transaction. A job for each sends it after the commit. */
@Injectable()
export class EmailOutboxService {
  constructor(
    private readonly emailsRepository: EmailsRepository,
    private readonly orderRecipients: OrderRecipientsRepository,
  ) {}

  /** Returns false if an email with this key was queued before. An email about an order goes to the order's present address. */
  async enqueueEmail<Name extends EmailTemplate>(
    manager: EntityManager,
    { key, userId, template, about, dueAt, expiresAt, ...addressed }: NewEmail<Name>,
  ): Promise<boolean> {
    const { to, props, orderId, version } = await this.orderRecipients.redirect(manager, addressed);
    const [inserted] = await manager.query<{ id: string; dueAt: Date }[]>(INSERT_EMAIL, [
      key,
      to,
      template,
      JSON.stringify(props),
      dueAt ?? null,
      expiresAt ?? null,
      userId ?? null,
      orderId,
      version,
      about ?? null,
    ]);
    if (!inserted) return false;
    await this.emailsRepository.enqueueJob(manager, inserted.id, inserted.dueAt);
    return true;
  }

  /** Whether an email with this key was sent. */
  async wasSent(manager: EntityManager, key: string): Promise<boolean> {
    return (await manager.query<unknown[]>(`SELECT FROM emails WHERE key = $1 AND status = 'sent'`, [key])).length > 0;
  }

  /** Returns those of the keys that an email was queued with, whatever its status is now. */
  async findKnownKeys(manager: EntityManager, keys: readonly string[]): Promise<Set<string>> {
    const rows = await manager.query<{ key: string }[]>('SELECT key FROM emails WHERE key = ANY($1)', [keys]);
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Drops waiting emails whose key has this prefix and that are not being sent right now, and returns their props. The caller queues an email
   * with the same content in the same transaction. The keys remain, so a repeated event does not queue the dropped emails again.
   */
  async supersedeWaiting<Name extends EmailTemplate>(
    manager: EntityManager,
    template: Name,
    keyPrefix: string,
  ): Promise<EmailProps[Name][]> {
    const [superseded] = await manager.query<[{ props: EmailProps[Name] }[], number]>(SUPERSEDE, [template, keyPrefix]);
    return superseded.map(({ props }) => props);
  }

  /** Drops an email about the order that waits or was refused for good, because the caller queues another one in its place. */
  async replace(manager: EntityManager, orderId: string, emailId: string): Promise<void> {
    await manager.query(
      `UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, claimed_until = NULL, reason = 'sent again', ended_at = now()
       WHERE id = $2 AND order_id = $1 AND recipient IS NOT NULL AND (claimed_until IS NULL OR claimed_until <= now())`,
      [orderId, emailId],
    );
  }

  /**
   * Drops all waiting and dead emails about an account, and deletes their address and content. Other emails to its address remain: they may be a
   * guest's, who owns the address.
   */
  async dropByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, reason = 'the account was deleted', ended_at = now()
       WHERE user_id = $1 AND recipient IS NOT NULL`,
      [userId],
    );
  }

  /** Drops the waiting and dead emails with these keys, and deletes their address and content. */
  async dropByKeys(manager: EntityManager, keys: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, reason = 'its subject was erased', ended_at = now()
       WHERE key = ANY($1) AND recipient IS NOT NULL`,
      [keys],
    );
  }
}
