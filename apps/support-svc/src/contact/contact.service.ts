import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import {
  contactReceived,
  contactStatusChanged,
  type ContactReceipt,
  type ContactRequest,
  type ContactStatus,
  type ContactSubmission,
} from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { ContactSubmissionEntity } from './contact-submission.entity.js';
import { toContactSubmission } from './contact.mapper.js';

/** The screens show every request they get: the newest, as many as a browser shows without effort. */
const LIST_LIMIT = 500;

const subjectOf = (id: string): string => `contact/${id}`;

@Injectable()
export class ContactService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: EventOutbox,
  ) {}

  receive({ name, email, subject, message }: ContactRequest): Promise<ContactReceipt> {
    return this.dataSource.transaction(async (manager) => {
      const { id } = await manager.save(manager.create(ContactSubmissionEntity, { name, email, subject, message, status: 'new' }));
      await this.outbox.publish(manager, contactReceived, { subject: subjectOf(id), data: { submissionId: id, name, email, subject } });
      return { id };
    });
  }

  /** Newest first. */
  async list(): Promise<ContactSubmission[]> {
    const submissions = await this.dataSource.manager.find(ContactSubmissionEntity, { order: { createdAt: 'DESC', id: 'ASC' }, take: LIST_LIMIT });
    return submissions.map(toContactSubmission);
  }

  /** The row is locked while it moves: of two admins that press at once, the second sees where the first left it. */
  move(id: string, status: ContactStatus): Promise<ContactSubmission> {
    return this.dataSource.transaction(async (manager) => {
      const submission = await manager.findOne(ContactSubmissionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!submission) throw new DomainError('CONTACT_UNKNOWN', 'not-found', SENTENCES.notFound);
      const from = submission.moveTo(status);
      await manager.save(submission);
      await this.outbox.publish(manager, contactStatusChanged, { subject: subjectOf(id), data: { submissionId: id, from, to: status } });
      return toContactSubmission(submission);
    });
  }
}
