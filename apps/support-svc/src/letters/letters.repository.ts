import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { LetterName, LetterProps } from './letter-props.js';

/** A letter in the hands of one instance. */
export interface LeasedLetter<Name extends LetterName = LetterName> {
  id: string;
  letter: Name;
  recipient: string;
  props: LetterProps[Name];
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

const HELD = `id = $1 AND leased_by = $2 AND status = 'waiting'`;
const GONE = `recipient = NULL, props = NULL, leased_by = NULL, lease_expires_at = NULL, ended_at = now()`;

const CLEAN_BATCH = 5_000;

/** Every change of a letter names the lease: whoever was thought dead, and is not, changes nothing any more. */
@Injectable()
export class LettersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Oldest first; each goes to one caller only, until `leaseMs` have passed. */
  async lease(lease: string, leaseMs: number, limit: number): Promise<LeasedLetter[]> {
    const [letters] = await this.dataSource.query<[LeasedLetter[], number]>(LEASE_DUE, [lease, leaseMs, limit]);
    return letters;
  }

  /** Nothing of the person or of the content stays: no link that opens an account, no address. */
  async markSent(id: string, lease: string): Promise<void> {
    await this.dataSource.query(`UPDATE emails SET status = 'sent', reason = NULL, ${GONE} WHERE ${HELD}`, [
      id,
      lease,
    ]);
  }

  async markDead(id: string, lease: string, reason: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dead', reason = $3, leased_by = NULL, lease_expires_at = NULL, ended_at = now() WHERE ${HELD}`,
      [id, lease, reason],
    );
  }

  async postpone(id: string, lease: string, { reason, pauseMs }: { reason: string; pauseMs: number }): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET due_at = now() + $4 * interval '1 millisecond', reason = $3, leased_by = NULL, lease_expires_at = NULL WHERE ${HELD}`,
      [id, lease, reason, pauseMs],
    );
  }

  /** As if it had never been taken, behind those that wait: what hindered it was not the letter's, as far as anybody can tell. */
  async release(id: string, lease: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET due_at = now(), attempts = attempts - 1, leased_by = NULL, lease_expires_at = NULL WHERE ${HELD}`,
      [id, lease],
    );
  }

  /** Drops what is worth nothing any more, such as a link that has run out. */
  async dropExpired(): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dropped', reason = 'it would have come too late', ${GONE}
       WHERE expires_at <= now() AND recipient IS NOT NULL AND (lease_expires_at IS NULL OR lease_expires_at <= now())`,
    );
  }

  /** Letters that could not be sent lose person and content after 90 days; what is left of any letter, its key, goes after 400. */
  async clean(): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dropped', reason = 'it could not be sent', ${GONE} WHERE status = 'dead' AND ended_at < now() - interval '90 days'`,
    );
    await this.deleteOld('emails', `ended_at < now() - interval '400 days'`);
    await this.deleteOld('order_mockups', `created_at < now() - interval '7 days'`);
  }

  /** In small steps, so that no lock is held for long. */
  private async deleteOld(table: 'emails' | 'order_mockups', condition: string): Promise<void> {
    let deleted = CLEAN_BATCH;
    while (deleted === CLEAN_BATCH) {
      const [, count] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${CLEAN_BATCH}))`,
      );
      deleted = count;
    }
  }
}
