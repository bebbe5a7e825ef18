import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { ContactListQuery, ContactSubmission, ContactSummary } from '@shop/contracts/support';
import { pageOf, type Page } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ContactReplyEntity } from './contact-reply.entity.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';
import { toContactSubmission } from './contact.mapper.js';
import { COUNT_REQUESTS, requestsPage, type RequestRow } from './requests.sql.js';

/** More than anybody writes to one person, so that no answer is without an end. */
const REPLIES_LIMIT = 500;

const unknown = (): DomainError => new DomainError('CONTACT_UNKNOWN', 'not-found', SENTENCES.notFound);

@Injectable()
export class RequestsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  async listPage(query: ContactListQuery): Promise<Page<ContactSubmission>> {
    const { sql, parameters } = requestsPage(query);
    const rows = await this.dataSource.query<RequestRow[]>(sql, parameters);
    return pageOf(rows, query.limit, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: toContactSubmission,
    });
  }

  async count(): Promise<ContactSummary> {
    const [counted] = await this.dataSource.query<ContactSummary[]>(COUNT_REQUESTS);
    if (!counted) throw new Error('An aggregate is one row');
    return counted;
  }

  async get(id: string): Promise<ContactSubmissionEntity> {
    const submission = await this.dataSource.manager.findOneBy(ContactSubmissionEntity, { id });
    if (!submission) throw unknown();
    return submission;
  }

  /** Locked until the end of the transaction: of two admins that press at once, the second sees what the first left. */
  async getLocked(manager: EntityManager, id: string): Promise<ContactSubmissionEntity> {
    const submission = await manager.findOne(ContactSubmissionEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!submission) throw unknown();
    return submission;
  }

  /** Oldest first, as they are read. */
  listReplies(submissionId: string): Promise<ContactReplyEntity[]> {
    return this.dataSource.manager.find(ContactReplyEntity, {
      where: { submissionId },
      order: { createdAt: 'ASC', id: 'ASC' },
      take: REPLIES_LIMIT,
    });
  }
}
