import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { contactStatusChanged, type ContactReply, type ContactReplyRequest } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { ContactReplyEntity } from './contact-reply.entity.js';
import { assertCanReply } from './contact-status.rules.js';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';
import { toAuditSubject, REPLIED } from './contact-timeline.mapper.js';
import { toContactReply } from './contact.mapper.js';
import { replyEmailKey } from './contact-email-keys.js';
import { toEventSubject } from './contact-event-subject.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';

const replyIdTaken = (): DomainError =>
  new DomainError('CONTACT_REPLY_ID_TAKEN', 'conflict', 'This reply was already sent with other words.');

@Injectable()
export class ContactRepliesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly contactRequestsRepository: ContactRequestsRepository,
    private readonly emailOutbox: EmailOutboxService,
    private readonly auditTrail: AuditTrail,
    private readonly eventOutbox: EventOutbox,
  ) {}

  /**
   * A repeated call with the same id returns the first reply and sends no second email, even if the request is archived now. Throws 409 for an
   * archived request, and if the author has not seen an earlier reply.
   */
  sendReply(
    actor: AuditActor,
    submissionId: string,
    { id = randomUUID(), message, expectedReplyCount }: ContactReplyRequest,
  ): Promise<ContactReply> {
    return this.dataSource.transaction(async (manager) => {
      // Lock first: the second of two concurrent calls with one id then finds the reply of the first.
      const submission = await this.contactRequestsRepository.getByIdLocked(manager, submissionId);
      const existing = await manager.findOneBy(ContactReplyEntity, { id });
      if (existing) return this.getExistingReply(existing, submissionId, message);
      const replyCount = await manager.countBy(ContactReplyEntity, { submissionId });
      assertCanReply(submission.status, { written: replyCount, seen: expectedReplyCount });
      return this.saveReply(manager, actor, submission, { id, message });
    });
  }

  private getExistingReply(existing: ContactReplyEntity, submissionId: string, message: string): ContactReply {
    if (existing.submissionId !== submissionId || existing.message !== message) throw replyIdTaken();
    return toContactReply(existing);
  }

  private async saveReply(
    manager: EntityManager,
    actor: AuditActor,
    submission: ContactSubmissionEntity,
    { id, message }: { id: string; message: string },
  ): Promise<ContactReply> {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(ContactReplyEntity)
      .values({ id, submissionId: submission.id, message, author: actor.name })
      .orIgnore()
      .returning('id')
      .execute();
    // A concurrent reply to another request may have taken the id, which the lock on this request does not prevent.
    if ((inserted.raw as unknown[]).length === 0) throw replyIdTaken();
    await this.markReplied(manager, actor, submission, id);
    const { name, email, subject, message: question } = submission;
    await this.emailOutbox.enqueueEmail(manager, {
      key: replyEmailKey(id),
      to: email,
      template: 'request-answered',
      props: { name, subject, question, answer: message },
    });
    return toContactReply(await manager.findOneByOrFail(ContactReplyEntity, { id }));
  }

  private async markReplied(
    manager: EntityManager,
    actor: AuditActor,
    submission: ContactSubmissionEntity,
    replyId: string,
  ): Promise<void> {
    const from = submission.status;
    await this.auditTrail.addEntry(manager, {
      actor,
      action: REPLIED,
      subject: toAuditSubject(submission.id),
      before: { status: from },
      after: { status: 'replied', replyId },
    });
    if (from === 'replied') return;
    submission.changeStatus('replied');
    await manager.save(submission);
    await this.eventOutbox.publish(manager, contactStatusChanged, {
      subject: toEventSubject(submission.id),
      data: { submissionId: submission.id, from, to: 'replied' },
    });
  }
}
