import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { CustomerSearchRequest } from '@shop/contracts-identity';
import { Cron, deleteOldRows, type OldRows } from '@shop/jobs';
import type { ContactListQuery, ContactStatus, ContactSubmission, ContactSummary } from '@shop/contracts-support';
import { cursorTimestampSql, searchConditions, toPage, type Page } from '@shop/service-kit';
import { DataSource, In, type EntityManager } from 'typeorm';
import { ContactReplyEntity } from './contact-reply.entity.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';
import { toContactSubmission } from './contact.mapper.js';

interface RequestRow {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  status: ContactStatus;
  replyCount: number;
  createdAt: Date;
  /** `createdAt` with microseconds, for the page cursor. */
  keyAt: string;
}

/** The index of the search is on this expression. */
const SEARCHED_TEXT = `search_text(name || ' ' || email || ' ' || subject || ' ' || message)`;

/** Selects one row more than the page holds. Each combination of filters is a statement of its own, so that PostgreSQL uses an index. */
function selectRequestsPage(
  { status, userId, cursor, limit }: ContactListQuery,
  search?: CustomerSearchRequest,
): {
  sql: string;
  parameters: unknown[];
} {
  const parameters: unknown[] = [limit + 1];
  const conditions: string[] = [];
  if (search) conditions.push(...searchConditions(search.words, SEARCHED_TEXT, (word) => `$${parameters.push(word)}`));
  if (search?.email !== undefined) conditions.push(`email = $${parameters.push(search.email)}`);
  if (userId) conditions.push(`user_id = $${parameters.push(userId)}`);
  if (status) conditions.push(`status = $${parameters.push(status)}`);
  if (cursor)
    conditions.push(
      `(created_at, id) < ($${parameters.push(cursor.createdAt)}::timestamptz, $${parameters.push(cursor.id)}::uuid)`,
    );
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const sql = `
    SELECT id, name, email, subject, message, status, created_at AS "createdAt", ${cursorTimestampSql('created_at')} AS "keyAt",
      (SELECT count(*) FROM contact_replies WHERE submission_id = contact_submissions.id) AS "replyCount"
    FROM contact_submissions ${where} ORDER BY created_at DESC, id DESC LIMIT $1`;
  return { sql, parameters };
}

const COUNT_REQUESTS = `SELECT (SELECT count(*) FROM contact_submissions WHERE status = 'new') AS new, total FROM contact_total`;

/** Bounds the response; no request has that many replies. */
const REPLIES_LIMIT = 500;

const LOCK_REQUESTS = 'SELECT id FROM contact_submissions WHERE user_id = $1 ORDER BY id FOR UPDATE';

const RETENTION = '2 years';

/** Replies are deleted by cascade. A further reply does not change the request. */
const OLD_REQUESTS: OldRows = {
  table: 'contact_submissions',
  time: 'updated_at',
  age: RETENTION,
  where: `NOT EXISTS (SELECT FROM contact_replies r WHERE r.submission_id = contact_submissions.id AND r.created_at >= now() - interval '${RETENTION}')`,
};

const requestNotFound = (): DomainError => new DomainError('CONTACT_UNKNOWN', 'not-found', MESSAGES.notFound);

@Injectable()
export class ContactRequestsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** False if a request has this id already. */
  async insertRequest(
    manager: EntityManager,
    {
      id,
      userId,
      name,
      email,
      subject,
      message,
    }: Omit<ContactSubmissionEntity, 'status' | 'createdAt' | 'updatedAt' | 'changeStatus'>,
  ): Promise<boolean> {
    const inserted = await manager.query<unknown[]>(
      `INSERT INTO contact_submissions (id, user_id, name, email, subject, message) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING RETURNING id`,
      [id, userId, name, email, subject, message],
    );
    return inserted.length > 0;
  }

  /** Newest first. `search`: only requests with all of its words, and with its address. */
  async listPage(query: ContactListQuery, search?: CustomerSearchRequest): Promise<Page<ContactSubmission>> {
    const { sql, parameters } = selectRequestsPage(query, search);
    const rows = await this.dataSource.query<RequestRow[]>(sql, parameters);
    return toPage(rows, query.limit, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: (row) => toContactSubmission(row, row.replyCount),
    });
  }

  async countByStatus(): Promise<ContactSummary> {
    const [summary] = await this.dataSource.query<ContactSummary[]>(COUNT_REQUESTS);
    if (!summary) throw new Error('The count query returned no row');
    return summary;
  }

  async getById(id: string): Promise<ContactSubmissionEntity> {
    const submission = await this.dataSource.manager.findOneBy(ContactSubmissionEntity, { id });
    if (!submission) throw requestNotFound();
    return submission;
  }

  /** Locks the row until the transaction ends, so that the second of two concurrent changes sees the first. */
  async getByIdLocked(manager: EntityManager, id: string): Promise<ContactSubmissionEntity> {
    const submission = await manager.findOne(ContactSubmissionEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!submission) throw requestNotFound();
    return submission;
  }

  /** Oldest first. */
  listReplies(submissionId: string): Promise<ContactReplyEntity[]> {
    return this.dataSource.manager.find(ContactReplyEntity, {
      where: { submissionId },
      order: { createdAt: 'ASC', id: 'ASC' },
      take: REPLIES_LIMIT,
    });
  }

  countReplies(manager: EntityManager, submissionId: string): Promise<number> {
    return manager.countBy(ContactReplyEntity, { submissionId });
  }

  findLastReply(manager: EntityManager, submissionId: string): Promise<ContactReplyEntity | null> {
    return manager.findOne(ContactReplyEntity, { where: { submissionId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  findReply(manager: EntityManager, id: string): Promise<ContactReplyEntity | null> {
    return manager.findOneBy(ContactReplyEntity, { id });
  }

  /** Returns null if a reply has this id already. */
  async insertReply(
    manager: EntityManager,
    reply: Omit<ContactReplyEntity, 'createdAt'>,
  ): Promise<ContactReplyEntity | null> {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(ContactReplyEntity)
      .values(reply)
      .orIgnore()
      .returning('id')
      .execute();
    if ((inserted.raw as unknown[]).length === 0) return null;
    return manager.findOneByOrFail(ContactReplyEntity, { id: reply.id });
  }

  /** The requests from an address within a day, also in this transaction. */
  async countToday(manager: EntityManager, email: string): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      `SELECT count(*) AS count FROM contact_submissions WHERE email = $1 AND created_at > now() - interval '1 day'`,
      [email],
    );
    return row?.count ?? 0;
  }

  /** The requests that an account sent signed in, with their replies. Newest first. */
  async listByUser(
    userId: string,
    page: { skip: number; take: number },
  ): Promise<{ request: ContactSubmissionEntity; replies: ContactReplyEntity[] }[]> {
    const { manager } = this.dataSource;
    const requests = await manager.find(ContactSubmissionEntity, {
      where: { userId },
      order: { createdAt: 'DESC', id: 'DESC' },
      ...page,
    });
    const replies = await manager.find(ContactReplyEntity, {
      where: { submissionId: In(requests.map(({ id }) => id)) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return requests.map((request) => ({
      request,
      replies: replies.filter(({ submissionId }) => submissionId === request.id),
    }));
  }

  /**
   * Deletes the requests that were sent from the account, and their replies. Returns the ids. Locks first: a concurrent reply is either stored
   * already and found here, or fails because the request is gone.
   */
  async deleteByUser(manager: EntityManager, userId: string): Promise<{ requests: string[]; replies: string[] }> {
    const findIds = async (sql: string, parameters: unknown[]): Promise<string[]> =>
      (await manager.query<{ id: string }[]>(sql, parameters)).map(({ id }) => id);
    const requests = await findIds(LOCK_REQUESTS, [userId]);
    const replies = await findIds('SELECT id FROM contact_replies WHERE submission_id = ANY($1)', [requests]);
    // Replies are deleted by cascade.
    await manager.query('DELETE FROM contact_submissions WHERE id = ANY($1)', [requests]);
    return { requests, replies };
  }

  @Cron('43 3 * * *', { name: 'contact-requests.delete-old' })
  async deleteOld(): Promise<void> {
    await deleteOldRows(this.dataSource, OLD_REQUESTS);
  }
}
