import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { contactReceived, type ContactReceipt, type ContactRequest } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { LetterDesk } from '../letters/letter-desk.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';
import { receivedKey } from './request-letters.js';
import { subjectOf } from './request-subject.js';
import { assertUnhurried, fillsHiddenField } from './robots.rules.js';

/**
 * Nobody has proven that the address is the sender's. So a receipt repeats no word of the request, and an address that had this many in a day gets no
 * more: the form can't be made to write to strangers, or to fill their mailboxes. The requests are kept all the same.
 */
const RECEIPTS_A_DAY = 20;

const SENT_TODAY = `SELECT count(*) AS count FROM contact_submissions WHERE email = $1 AND created_at > now() - interval '1 day'`;

@Injectable()
export class ReceiveRequest {
  private readonly logger = new Logger('Contact');

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly letters: LetterDesk,
    private readonly outbox: EventOutbox,
  ) {}

  /** Throws 429 for a form that was filled in quicker than people can. A robot is answered like anybody else. */
  async receive(caller: Caller, request: ContactRequest): Promise<ContactReceipt> {
    if (fillsHiddenField(request)) {
      this.logger.log('a robot filled in the contact form; nothing of it is kept');
      return { id: randomUUID() };
    }
    assertUnhurried(request);
    return this.keep(caller.kind === 'user' ? caller.userId : null, request);
  }

  private keep(userId: string | null, { name, email, subject, message }: ContactRequest): Promise<ContactReceipt> {
    return this.dataSource.transaction(async (manager) => {
      const { id } = await manager.save(
        manager.create(ContactSubmissionEntity, { userId, name, email, subject, message, status: 'new' }),
      );
      await this.acknowledge(manager, id, email);
      await this.outbox.publish(manager, contactReceived, {
        subject: subjectOf(id),
        data: { submissionId: id, name, email, subject },
      });
      return { id };
    });
  }

  private async acknowledge(manager: EntityManager, id: string, email: string): Promise<void> {
    const [sent] = await manager.query<{ count: number }[]>(SENT_TODAY, [email]);
    if (sent && sent.count > RECEIPTS_A_DAY) return;
    await this.letters.send(manager, { key: receivedKey(id), to: email, letter: 'request-received', props: {} });
  }
}
