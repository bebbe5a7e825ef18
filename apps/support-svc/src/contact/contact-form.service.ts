import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { contactReceived, type ContactReceipt, type ContactRequest } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';
import { receiptEmailKey } from './contact-email-keys.js';
import { toEventSubject } from './contact-event-subject.js';
import { assertOpenLongEnough, type SpamSigns } from './spam.rules.js';

/**
 * The sender's address is unconfirmed, so the form must not be usable to spam strangers: a receipt repeats nothing of the request, and an
 * address gets at most this many. Further requests are stored without a receipt.
 */
const MAX_RECEIPTS_PER_DAY = 20;

const COUNT_TODAY = `SELECT count(*) AS count FROM contact_submissions WHERE email = $1 AND created_at > now() - interval '1 day'`;

@Injectable()
export class ContactFormService {
  private readonly logger = new Logger('Contact');

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly emailOutbox: EmailOutboxService,
    private readonly eventOutbox: EventOutbox,
  ) {}

  /** Throws 429 for a form that was filled in faster than a person can. A detected bot gets a normal response, and nothing is stored. */
  async submitRequest(caller: Caller, request: ContactRequest, signs: SpamSigns): Promise<ContactReceipt> {
    if (signs.fillsHiddenField) {
      this.logger.log('a bot filled in the hidden field of the contact form; the request is discarded');
      return { id: randomUUID() };
    }
    assertOpenLongEnough(signs);
    return this.saveRequest(caller.kind === 'user' ? caller.userId : null, request);
  }

  private saveRequest(
    userId: string | null,
    { name, email, subject, message }: ContactRequest,
  ): Promise<ContactReceipt> {
    return this.dataSource.transaction(async (manager) => {
      const { id } = await manager.save(
        manager.create(ContactSubmissionEntity, { userId, name, email, subject, message, status: 'new' }),
      );
      await this.enqueueReceipt(manager, id, email);
      await this.eventOutbox.publish(manager, contactReceived, {
        subject: toEventSubject(id),
        data: { submissionId: id, name, email, subject },
      });
      return { id };
    });
  }

  private async enqueueReceipt(manager: EntityManager, id: string, email: string): Promise<void> {
    const [sent] = await manager.query<{ count: number }[]>(COUNT_TODAY, [email]);
    if (sent && sent.count > MAX_RECEIPTS_PER_DAY) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: receiptEmailKey(id),
      to: email,
      template: 'request-received',
      props: {},
    });
  }
}
