import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts-common';
import type { CustomerSearchRequest } from '@shop/contracts-identity';
import {
  contactReceived,
  contactStatusChanged,
  type ContactListQuery,
  type ContactReceipt,
  type ContactReply,
  type ContactReplyRequest,
  type ContactRequest,
  type ContactStatus,
  type ContactSubmission,
  type ContactSubmissionDetail,
  type ContactSummary,
} from '@shop/contracts-support';
import { EventOutbox } from '@shop/messaging';
import {
  AuditTrail,
  idempotencyKeyReused,
  type AuditActor,
  type Caller,
  type Page,
  type SeenVersions,
} from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { type ContactReplyEntity } from './contact-reply.entity.js';
import { OwnerNewsService } from '../owner-emails/owner-news.service.js';
import type { ContactSubmissionEntity } from './contact-submission.entity.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';
import { assertRepliesSeen, assertStatusSeen, UNREPLIED } from './contact-version.rules.js';
import { assertCanReply, canBeReplied, nextStatuses } from './contact-status.rules.js';
import {
  receiptEmailKey,
  REPLIED,
  replyEmailKey,
  STATUS_CHANGED,
  toAuditSubject,
  toContactReply,
  toContactSubmission,
  toEventSubject,
  toTimeline,
} from './contact.mapper.js';
import { assertOpenLongEnough, type SpamSigns } from './spam.rules.js';

/**
 * The sender's address is unconfirmed, so the form must not be usable to spam strangers: a receipt repeats nothing of the request, and an
 * address gets at most this many. Further requests are stored without a receipt.
 */
const MAX_RECEIPTS_PER_DAY = 20;

/** `id`: the caller's key. */
type NewContactRequest = ContactRequest & { id: string };

const replyIdTaken = (): DomainError =>
  new DomainError('CONTACT_REPLY_ID_TAKEN', 'conflict', 'This reply was already sent with other words.');

/** The contact form, and what admins do with its requests. */
@Injectable()
export class ContactRequestsService {
  private readonly logger = new Logger('Contact');

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly contactRequestsRepository: ContactRequestsRepository,
    private readonly emailOutbox: EmailOutboxService,
    private readonly auditTrail: AuditTrail,
    private readonly eventOutbox: EventOutbox,
    private readonly ownerNews: OwnerNewsService,
  ) {}

  /**
   * A repeated request with the same id is stored once; with other words it is 409. Throws 429 for a form that was filled in faster than a person
   * can. A detected bot gets a normal response, and nothing is stored.
   */
  async submitRequest(caller: Caller, request: NewContactRequest, signs: SpamSigns): Promise<ContactReceipt> {
    if (signs.fillsHiddenField) {
      this.logger.log('a bot filled in the hidden field of the contact form; the request is discarded');
      return { id: request.id };
    }
    assertOpenLongEnough(signs);
    return this.saveRequest({ userId: caller.kind === 'user' ? caller.userId : null, ...request });
  }

  listPage(query: ContactListQuery, search?: CustomerSearchRequest): Promise<Page<ContactSubmission>> {
    return this.contactRequestsRepository.listPage(query, search);
  }

  countByStatus(): Promise<ContactSummary> {
    return this.contactRequestsRepository.countByStatus();
  }

  async getDetail(id: string): Promise<ContactSubmissionDetail> {
    const submission = await this.contactRequestsRepository.getById(id);
    const [replies, entries] = await Promise.all([
      this.contactRequestsRepository.listReplies(id),
      this.auditTrail.listEntries(toAuditSubject(id)),
    ]);
    return {
      ...toContactSubmission(submission, replies.length),
      userId: submission.userId,
      nextStatuses: nextStatuses(submission.status),
      canBeReplied: canBeReplied(submission.status),
      replies: replies.map(toContactReply),
      timeline: toTimeline(submission, entries),
    };
  }

  /**
   * Throws 409 for a change that the rules do not allow, and if the status has changed since the version that the admin saw. With a version, a
   * change that is made already succeeds: the answer of the first call may have been lost.
   */
  changeStatus(
    actor: AuditActor,
    id: string,
    to: ContactStatus,
    seen: SeenVersions = null,
  ): Promise<ContactSubmission> {
    return this.dataSource.transaction(async (manager) => {
      const submission = await this.contactRequestsRepository.getByIdLocked(manager, id);
      const replyCount = await this.contactRequestsRepository.countReplies(manager, id);
      if (seen !== null && submission.status === to) return toContactSubmission(submission, replyCount);
      assertStatusSeen(seen, submission.status, await this.findLastChange(manager, id));
      const from = submission.changeStatus(to);
      await manager.save(submission);
      await this.auditTrail.addEntry(manager, {
        actor,
        action: STATUS_CHANGED,
        subject: toAuditSubject(id),
        before: { status: from },
        after: { status: to },
      });
      await this.eventOutbox.publish(manager, contactStatusChanged, {
        subject: toEventSubject(id),
        data: { submissionId: id, from, to },
      });
      return toContactSubmission(submission, replyCount);
    });
  }

  /**
   * A repeated call with the same id returns the first reply and sends no second email, even if the request is archived now. Throws 409 for an
   * archived request, and if the author has not seen an earlier reply; without a version none was seen.
   */
  sendReply(
    actor: AuditActor,
    submissionId: string,
    { id = randomUUID(), message }: ContactReplyRequest,
    seen: SeenVersions = UNREPLIED,
  ): Promise<ContactReply> {
    return this.dataSource.transaction(async (manager) => {
      // Lock first: the second of two concurrent calls with one id then finds the reply of the first.
      const submission = await this.contactRequestsRepository.getByIdLocked(manager, submissionId);
      const existing = await this.contactRequestsRepository.findReply(manager, id);
      if (existing) return this.getExistingReply(existing, submissionId, message);
      assertCanReply(submission.status);
      const last = await this.contactRequestsRepository.findLastReply(manager, submissionId);
      const replyCount = await this.contactRequestsRepository.countReplies(manager, submissionId);
      assertRepliesSeen(seen, { replyCount, lastAuthor: last?.author ?? null });
      return this.saveReply(manager, actor, submission, { id, message });
    });
  }

  private async findLastChange(
    manager: EntityManager,
    id: string,
  ): Promise<{ name: string; hasReplied: boolean } | null> {
    const [entry] = await this.auditTrail.listEntries(toAuditSubject(id), manager);
    return entry ? { name: entry.actor.name, hasReplied: entry.action === REPLIED } : null;
  }

  private saveRequest(request: NewContactRequest & { userId: string | null }): Promise<ContactReceipt> {
    const { id, userId, name, email, subject } = request;
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.contactRequestsRepository.insertRequest(manager, request))) {
        await this.assertSameWords(manager, request);
        return { id };
      }
      await this.enqueueReceipt(manager, id, email);
      await this.eventOutbox.publish(manager, contactReceived, {
        subject: toEventSubject(id),
        data: { submissionId: id, name, email, subject },
      });
      const happenedAt = new Date();
      await this.ownerNews.addNews(manager, {
        kind: 'requests',
        id,
        userId,
        happenedAt,
        title: subject,
        name,
        total: null,
      });
      return { id };
    });
  }

  private async assertSameWords(manager: EntityManager, { id, ...words }: NewContactRequest): Promise<void> {
    const stored = await this.contactRequestsRepository.getByIdLocked(manager, id);
    const isSame = (['name', 'email', 'subject', 'message'] as const).every((field) => stored[field] === words[field]);
    if (!isSame) throw idempotencyKeyReused();
  }

  private async enqueueReceipt(manager: EntityManager, id: string, email: string): Promise<void> {
    if ((await this.contactRequestsRepository.countToday(manager, email)) > MAX_RECEIPTS_PER_DAY) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: receiptEmailKey(id),
      to: email,
      template: 'request-received',
      props: {},
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
    const reply = await this.contactRequestsRepository.insertReply(manager, {
      id,
      submissionId: submission.id,
      message,
      author: actor.name,
    });
    // A concurrent reply to another request may have taken the id, which the lock on this request does not prevent.
    if (!reply) throw replyIdTaken();
    await this.markReplied(manager, actor, submission, id);
    const { name, email, subject, message: question } = submission;
    await this.emailOutbox.enqueueEmail(manager, {
      key: replyEmailKey(id),
      to: email,
      template: 'request-answered',
      props: { name, subject, question, answer: message },
    });
    return toContactReply(reply);
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
