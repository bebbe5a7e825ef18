import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  contactStatusChanged,
  type ContactStatus,
  type ContactSubmission,
  type ContactSubmissionDetail,
} from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { canBeReplied, nextStatuses } from './contact-status.rules.js';
import { toAuditSubject, STATUS_CHANGED, toTimeline } from './contact-timeline.mapper.js';
import { toContactReply, toContactSubmission } from './contact.mapper.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';
import { toEventSubject } from './contact-event-subject.js';

/** The admins' view of contact requests, and changes of their status. */
@Injectable()
export class ContactRequestsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly contactRequestsRepository: ContactRequestsRepository,
    private readonly auditTrail: AuditTrail,
    private readonly eventOutbox: EventOutbox,
  ) {}

  async getDetail(id: string): Promise<ContactSubmissionDetail> {
    const submission = await this.contactRequestsRepository.getById(id);
    const [replies, entries] = await Promise.all([
      this.contactRequestsRepository.listReplies(id),
      this.auditTrail.listEntries(toAuditSubject(id)),
    ]);
    return {
      ...toContactSubmission(submission),
      nextStatuses: nextStatuses(submission.status),
      canBeReplied: canBeReplied(submission.status),
      replies: replies.map(toContactReply),
      timeline: toTimeline(submission, entries),
    };
  }

  /** Throws 409 for a change that the rules do not allow. */
  changeStatus(actor: AuditActor, id: string, to: ContactStatus): Promise<ContactSubmission> {
    return this.dataSource.transaction(async (manager) => {
      const submission = await this.contactRequestsRepository.getByIdLocked(manager, id);
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
      return toContactSubmission(submission);
    });
  }
}
