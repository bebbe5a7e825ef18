import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SentEmail } from '@shop/contracts-support';
import { DataSource, type EntityManager } from 'typeorm';

/** Namespace of the advisory lock; any constant. Without it, a text is stored while the personal data of its order is removed. */
const TEXTS_LOCK = 7_241_013;

/** The class that handles `order.anonymised` with `keepLatest`. Its positions stay. */
export const ANONYMISED_HANDLER = 'OrderErasureConsumer';

const IS_ANONYMISED = 'SELECT FROM subject_positions WHERE handler = $1 AND subject = $2';

const INSERT = `
  INSERT INTO email_texts (email_id, order_id, user_id, subject, text)
  SELECT id, order_id, user_id, $2, $3 FROM emails WHERE id = $1 AND order_id IS NOT NULL`;

const SELECT_BY_USER = `
  SELECT e.template AS kind, t.sent_at AS "sentAt", t.subject, t.text FROM email_texts t JOIN emails e ON e.id = t.email_id
  WHERE t.user_id = $1 ORDER BY t.sent_at DESC, t.email_id DESC OFFSET $2 LIMIT $3`;

export type SentText = Pick<SentEmail, 'subject' | 'text'>;

export interface ExportedEmail extends SentText {
  kind: string;
  sentAt: Date;
}

/** What sent emails about orders said. */
@Injectable()
export class EmailTextsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Locks the texts of an order until the transaction ends. Call it before the email's row is changed. False: its personal data was removed. */
  async lockOrder(manager: EntityManager, orderId: string): Promise<boolean> {
    await this.lock(manager, orderId);
    return (await manager.query<unknown[]>(IS_ANONYMISED, [ANONYMISED_HANDLER, `order/${orderId}`])).length === 0;
  }

  async insert(manager: EntityManager, emailId: string, { subject, text }: SentText): Promise<void> {
    await manager.query(INSERT, [emailId, subject, text]);
  }

  /** Null: the order has no such email, or its text is not stored. */
  async findByOrder(orderId: string, emailId: string): Promise<SentEmail | null> {
    const [email] = await this.dataSource.query<SentEmail[]>(
      'SELECT email_id AS id, subject, text FROM email_texts WHERE email_id = $2 AND order_id = $1',
      [orderId, emailId],
    );
    return email ?? null;
  }

  /** Newest first. */
  listByUser(userId: string, page: { skip: number; take: number }): Promise<ExportedEmail[]> {
    return this.dataSource.query<ExportedEmail[]>(SELECT_BY_USER, [userId, page.skip, page.take]);
  }

  async deleteByOrder(manager: EntityManager, orderId: string): Promise<void> {
    await this.lock(manager, orderId);
    await manager.query('DELETE FROM email_texts WHERE order_id = $1', [orderId]);
    await manager.query('UPDATE emails SET has_text = false WHERE order_id = $1 AND has_text', [orderId]);
  }

  async deleteByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `WITH deleted AS (DELETE FROM email_texts WHERE user_id = $1 RETURNING email_id)
       UPDATE emails SET has_text = false FROM deleted WHERE emails.id = deleted.email_id`,
      [userId],
    );
  }

  private async lock(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [TEXTS_LOCK, orderId]);
  }
}
