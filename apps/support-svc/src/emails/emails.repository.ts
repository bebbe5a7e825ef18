import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { EmailProps, EmailTemplate } from './email-props.js';

/** An email that one worker has leased for sending. */
export interface LeasedEmail<Name extends EmailTemplate = EmailTemplate> {
  id: string;
  template: Name;
  recipient: string;
  props: EmailProps[Name];
  attempts: number;
  createdAt: Date;
}

const LEASE_DUE = `
  WITH due AS (
    SELECT id FROM emails
    WHERE status = 'waiting' AND due_at <= now() AND (lease_expires_at IS NULL OR lease_expires_at <= now()) AND (expires_at IS NULL OR expires_at > now())
    ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
  UPDATE emails SET leased_by = $1, lease_expires_at = now() + $2 * interval '1 millisecond', attempts = attempts + 1
  FROM due WHERE emails.id = due.id
  RETURNING emails.id, template, recipient, props, attempts, created_at AS "createdAt"`;

const IS_LEASED = `id = $1 AND leased_by = $2 AND status = 'waiting'`;
const ENDED = `recipient = NULL, props = NULL, leased_by = NULL, lease_expires_at = NULL, ended_at = now()`;

const CLEANUP_BATCH = 5_000;

/** Every update names the lease, so that a worker whose lease was taken over changes nothing. */
@Injectable()
export class EmailsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Leases due emails for `leaseMs`, oldest first. No other caller gets them before the lease expires. */
  async leaseDue(lease: string, leaseMs: number, limit: number): Promise<LeasedEmail[]> {
    const [emails] = await this.dataSource.query<[LeasedEmail[], number]>(LEASE_DUE, [lease, leaseMs, limit]);
    return emails;
  }

  /** Deletes address and content too, because links in emails open accounts. */
  async markSent(id: string, lease: string): Promise<void> {
    await this.dataSource.query(`UPDATE emails SET status = 'sent', reason = NULL, ${ENDED} WHERE ${IS_LEASED}`, [
      id,
      lease,
    ]);
  }

  async markDead(id: string, lease: string, reason: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dead', reason = $3, leased_by = NULL, lease_expires_at = NULL, ended_at = now() WHERE ${IS_LEASED}`,
      [id, lease, reason],
    );
  }

  async postpone(id: string, lease: string, { reason, pauseMs }: { reason: string; pauseMs: number }): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET due_at = now() + $4 * interval '1 millisecond', reason = $3, leased_by = NULL, lease_expires_at = NULL WHERE ${IS_LEASED}`,
      [id, lease, reason, pauseMs],
    );
  }

  /** Puts the email back at the end of the queue without counting the attempt, for failures that do not concern this email. */
  async releaseLease(id: string, lease: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET due_at = now(), attempts = attempts - 1, leased_by = NULL, lease_expires_at = NULL WHERE ${IS_LEASED}`,
      [id, lease],
    );
  }

  /** Drops emails that are worthless now, for example with an expired password link. */
  async dropExpired(): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dropped', reason = 'expired', ${ENDED}
       WHERE expires_at <= now() AND recipient IS NOT NULL AND (lease_expires_at IS NULL OR lease_expires_at <= now())`,
    );
  }

  /** Applies the retention: address and content of dead emails for 90 days, rows of ended emails for 400 days, mock-ups for 7 days. */
  async deleteOld(): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dropped', reason = 'could not be sent', ${ENDED} WHERE status = 'dead' AND ended_at < now() - interval '90 days'`,
    );
    await this.deleteInBatches('emails', `ended_at < now() - interval '400 days'`);
    await this.deleteInBatches('order_mockups', `created_at < now() - interval '7 days'`);
  }

  /** Small batches keep the locks short. */
  private async deleteInBatches(table: 'emails' | 'order_mockups', condition: string): Promise<void> {
    let deleted = CLEANUP_BATCH;
    while (deleted === CLEANUP_BATCH) {
      const [, count] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${CLEANUP_BATCH}))`,
      );
      deleted = count;
    }
  }
}
