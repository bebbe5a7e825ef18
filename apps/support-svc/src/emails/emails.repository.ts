import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, deleteOldRows, JobQueue } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import type { EmailProps, EmailTemplate } from './email-props.js';
import { EmailTextsRepository, type SentText } from './email-texts.repository.js';

/** Sends one email of the outbox. Its key is the id of the email. */
export const sendEmail = defineJob<{ emailId: string }>('email.send', { timeoutMs: 300_000, concurrency: 10 });

export interface WaitingEmail<Name extends EmailTemplate = EmailTemplate> {
  id: string;
  template: Name;
  recipient: string;
  props: EmailProps[Name];
  /** Earlier attempts. */
  attempts: number;
  createdAt: Date;
  /** The order that it is about. */
  orderId: string | null;
}

/** While it is claimed, an email is not superseded. Its job claims it again after a crash. */
const CLAIM = `
  UPDATE emails SET claimed_until = now() + interval '5 minutes'
  WHERE id = $1 AND status = 'waiting' AND (expires_at IS NULL OR expires_at > now())
  RETURNING id, template, recipient, props, attempts, created_at AS "createdAt", order_id AS "orderId"`;

const WITHOUT_JOB = `
  SELECT id, due_at AS "dueAt" FROM emails
  WHERE status = 'waiting' AND NOT EXISTS (SELECT FROM graphile_worker.jobs AS job WHERE job.key = $1 || ':' || emails.id)
  ORDER BY due_at, id`;

const NOT_CLAIMED = 'claimed_until = NULL';
const ENDED = `recipient = NULL, props = NULL, ${NOT_CLAIMED}, ended_at = now()`;
const IS_CLAIMED = `id = $1 AND claimed_until IS NOT NULL AND status = 'waiting'`;

const MARK_SENT = `
  UPDATE emails SET status = 'sent', attempts = attempts + 1, reason = NULL, has_text = $2, ${ENDED} WHERE ${IS_CLAIMED} RETURNING id`;

/** The email outbox. */
@Injectable()
export class EmailsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
    private readonly emailTexts: EmailTextsRepository,
  ) {}

  /** Returns the email if it is waiting and not expired. */
  async claim(id: string): Promise<WaitingEmail | undefined> {
    const [emails] = await this.dataSource.query<[WaitingEmail[], number]>(CLAIM, [id]);
    return emails[0];
  }

  /** Deletes address and content too, because links in emails open accounts. `text`: what it said about an order, without secrets. */
  async markSent({ id, orderId }: Pick<WaitingEmail, 'id' | 'orderId'>, text: SentText | null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const stored = text && orderId && (await this.emailTexts.lockOrder(manager, orderId)) ? text : null;
      const [marked] = await manager.query<[unknown[], number]>(MARK_SENT, [id, stored !== null]);
      if (stored && marked.length > 0) await this.emailTexts.insert(manager, id, stored);
    });
  }

  async markDead(id: string, reason: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dead', attempts = attempts + 1, reason = $2, ${NOT_CLAIMED}, ended_at = now() WHERE ${IS_CLAIMED}`,
      [id, reason],
    );
  }

  async postpone(id: string, reason: string, pauseMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET attempts = attempts + 1, due_at = now() + $3 * interval '1 millisecond', reason = $2, ${NOT_CLAIMED} WHERE ${IS_CLAIMED}`,
      [id, reason, pauseMs],
    );
  }

  /** For failures that do not concern this email: the attempt is not counted. */
  async releaseClaim(id: string): Promise<void> {
    await this.dataSource.query(`UPDATE emails SET ${NOT_CLAIMED} WHERE ${IS_CLAIMED}`, [id]);
  }

  /** Waiting emails have no job if an operator replayed them. */
  async enqueueWithoutJob(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const emails = await manager.query<{ id: string; dueAt: Date }[]>(WITHOUT_JOB, [sendEmail.name]);
      for (const { id, dueAt } of emails) await this.enqueueJob(manager, id, dueAt);
    });
  }

  /** Adds the job that sends the email, or changes its time. */
  async enqueueJob(manager: EntityManager, emailId: string, dueAt: Date): Promise<void> {
    await this.jobs.enqueue(manager, sendEmail, { emailId }, { key: emailId, runAt: dueAt });
  }

  /** Drops emails that are worthless now, for example with an expired password link. */
  async dropExpired(): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dropped', reason = 'expired', ${ENDED}
       WHERE expires_at <= now() AND recipient IS NOT NULL AND (claimed_until IS NULL OR claimed_until <= now())`,
    );
  }

  /** Applies the retention: address and content of dead emails for 90 days, rows of ended emails without a stored text for 400 days, mock-ups for 7 days. */
  async deleteOld(): Promise<void> {
    await this.dataSource.query(
      `UPDATE emails SET status = 'dropped', reason = 'could not be sent', ${ENDED} WHERE status = 'dead' AND ended_at < now() - interval '90 days'`,
    );
    await deleteOldRows(this.dataSource, { table: 'emails', time: 'ended_at', age: '400 days', where: 'NOT has_text' });
    await deleteOldRows(this.dataSource, { table: 'order_recipients', time: 'changed_at', age: '400 days' });
    await deleteOldRows(this.dataSource, { table: 'order_mockups', time: 'created_at', age: '7 days' });
  }
}
