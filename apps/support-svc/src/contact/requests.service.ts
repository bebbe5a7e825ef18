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
import { auditSubjectOf, STATUS_CHANGED, timelineOf } from './contact-timeline.js';
import { toContactReply, toContactSubmission } from './contact.mapper.js';
import { RequestsRepository } from './requests.repository.js';
import { subjectOf } from './request-subject.js';

/** What admins see of requests, and where they get to with them. */
@Injectable()
export class RequestsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly requests: RequestsRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: EventOutbox,
  ) {}

  async show(id: string): Promise<ContactSubmissionDetail> {
    const submission = await this.requests.get(id);
    const [replies, entries] = await Promise.all([this.requests.listReplies(id), this.trail.of(auditSubjectOf(id))]);
    return {
      ...toContactSubmission(submission),
      nextStatuses: nextStatuses(submission.status),
      canBeReplied: canBeReplied(submission.status),
      replies: replies.map(toContactReply),
      timeline: timelineOf(submission, entries),
    };
  }

  /** Throws 409 where D29 does not allow it. */
  move(actor: AuditActor, id: string, to: ContactStatus): Promise<ContactSubmission> {
    return this.dataSource.transaction(async (manager) => {
      const submission = await this.requests.getLocked(manager, id);
      const from = submission.moveTo(to);
      await manager.save(submission);
      await this.trail.record(manager, {
        actor,
        action: STATUS_CHANGED,
        subject: auditSubjectOf(id),
        before: { status: from },
        after: { status: to },
      });
      await this.outbox.publish(manager, contactStatusChanged, {
        subject: subjectOf(id),
        data: { submissionId: id, from, to },
      });
      return toContactSubmission(submission);
    });
  }
}
