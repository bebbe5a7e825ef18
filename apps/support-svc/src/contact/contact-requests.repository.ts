import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { ContactListQuery, ContactSubmission, ContactSummary } from '@shop/contracts/support';
import { toPage, type Page } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ContactReplyEntity } from './contact-reply.entity.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';
import { toContactSubmission } from './contact.mapper.js';
import { COUNT_REQUESTS, selectRequestsPage, type RequestRow } from './contact-requests.sql.js';

/** Bounds the response; no request has that many replies. */
const REPLIES_LIMIT = 500;

const requestNotFound = (): DomainError => new DomainError('CONTACT_UNKNOWN', 'not-found', MESSAGES.notFound);

@Injectable()
export class ContactRequestsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  async listPage(query: ContactListQuery): Promise<Page<ContactSubmission>> {
    const { sql, parameters } = selectRequestsPage(query);
    const rows = await this.dataSource.query<RequestRow[]>(sql, parameters);
    return toPage(rows, query.limit, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: toContactSubmission,
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
}
