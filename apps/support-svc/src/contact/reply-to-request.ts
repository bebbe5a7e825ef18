import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts/common';
import { contactStatusChanged, type ContactReply, type ContactReplyRequest } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { LetterDesk } from '../letters/letter-desk.js';
import { ContactReplyEntity } from './contact-reply.entity.js';
import { assertReply } from './contact-status.rules.js';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';
import { auditSubjectOf, REPLIED } from './contact-timeline.js';
import { toContactReply } from './contact.mapper.js';
import { answeredKey } from './request-letters.js';
import { subjectOf } from './request-subject.js';
import { RequestsRepository } from './requests.repository.js';

const idIsTaken = (): DomainError =>
  new DomainError('CONTACT_REPLY_ID_TAKEN', 'conflict', 'This reply was already sent with other words.');

@Injectable()
export class ReplyToRequest {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly requests: RequestsRepository,
    private readonly letters: LetterDesk,
    private readonly trail: AuditTrail,
    private readonly outbox: EventOutbox,
  ) {}

  /**
   * Sent again under the same id, it is the same reply and one letter, whatever became of the request since. Throws 409 for an archived request,
   * and for a reply whose writer has not seen an earlier one.
   */
  reply(
    actor: AuditActor,
    submissionId: string,
    { id = randomUUID(), message, repliesSeen }: ContactReplyRequest,
  ): Promise<ContactReply> {
    return this.dataSource.transaction(async (manager) => {
      // The lock comes first: two calls with one id wait for each other here, and the second finds the reply.
      const submission = await this.requests.getLocked(manager, submissionId);
      const sent = await manager.findOneBy(ContactReplyEntity, { id });
      if (sent) return this.sameReply(sent, submissionId, message);
      const written = await manager.countBy(ContactReplyEntity, { submissionId });
      assertReply(submission.status, { written, seen: repliesSeen });
      return this.write(manager, actor, submission, { id, message });
    });
  }

  private sameReply(sent: ContactReplyEntity, submissionId: string, message: string): ContactReply {
    if (sent.submissionId !== submissionId || sent.message !== message) throw idIsTaken();
    return toContactReply(sent);
  }

  private async write(
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
    // The lock of one request does not keep another's reply from taking the id at the same moment.
    if ((inserted.raw as unknown[]).length === 0) throw idIsTaken();
    await this.markReplied(manager, actor, submission, id);
    const { name, email, subject, message: question } = submission;
    await this.letters.send(manager, {
      key: answeredKey(id),
      to: email,
      letter: 'request-answered',
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
    await this.trail.record(manager, {
      actor,
      action: REPLIED,
      subject: auditSubjectOf(submission.id),
      before: { status: from },
      after: { status: 'replied', replyId },
    });
    if (from === 'replied') return;
    submission.moveTo('replied');
    await manager.save(submission);
    await this.outbox.publish(manager, contactStatusChanged, {
      subject: subjectOf(submission.id),
      data: { submissionId: submission.id, from, to: 'replied' },
    });
  }
}
