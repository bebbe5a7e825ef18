import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { contactReceived, type ContactReceipt, type ContactRequest } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { LetterDesk } from '../letters/letter-desk.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';
import { receivedKey } from './request-letters.js';
import { subjectOf } from './request-subject.js';
import { assertUnhurried, fillsHiddenField } from './robots.rules.js';

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
      const { id } = await manager.save(manager.create(ContactSubmissionEntity, { userId, name, email, subject, message, status: 'new' }));
      await this.letters.send(manager, { key: receivedKey(id), to: email, letter: 'request-received', props: { name, subject, message } });
      await this.outbox.publish(manager, contactReceived, { subject: subjectOf(id), data: { submissionId: id, name, email, subject } });
      return { id };
    });
  }
}
