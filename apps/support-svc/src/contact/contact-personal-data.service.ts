import { Injectable } from '@nestjs/common';
import { contactRequestsErased } from '@shop/contracts-support';
import { EventOutbox } from '@shop/messaging';
import { type PersonalDataFile, toJsonFile } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';
import { receiptEmailKey, replyEmailKey, toEventSubject } from './contact.mapper.js';

const REQUESTS_PER_FILE = 200;

/** Export and erasure of an account's contact requests. */
@Injectable()
export class ContactPersonalDataService {
  constructor(
    private readonly contactRequestsRepository: ContactRequestsRepository,
    private readonly emailOutbox: EmailOutboxService,
    private readonly eventOutbox: EventOutbox,
  ) {}

  /**
   * Yields `requests.json` (possibly an empty list), then `requests-2.json` and so on. Newest first. Only requests that were sent signed in are
   * included, because a stranger may have entered the account's address.
   */
  async *exportFiles(userId: string): AsyncGenerator<PersonalDataFile> {
    for (let file = 1; ; file += 1) {
      const requests = await this.readPage(userId, (file - 1) * REQUESTS_PER_FILE);
      if (requests.length === 0 && file > 1) return;
      yield toJsonFile(file === 1 ? 'requests.json' : `requests-${file}.json`, requests);
      if (requests.length < REQUESTS_PER_FILE) return;
    }
  }

  /**
   * Erases requests that were sent from the account, their replies, and unsent emails about them. Requests of others with the account's address
   * remain: a stranger can register an address without owning it. Publishes the confirmation even if nothing was found, because the first one may be
   * lost. Audit entries remain: they contain statuses and ids only.
   */
  async eraseByUser(manager: EntityManager, userId: string): Promise<void> {
    const { requests, replies } = await this.contactRequestsRepository.deleteByUser(manager, userId);
    await this.emailOutbox.dropByKeys(manager, [...requests.map(receiptEmailKey), ...replies.map(replyEmailKey)]);
    await this.eventOutbox.erasePayloads(manager, requests.map(toEventSubject));
    await this.eventOutbox.publish(manager, contactRequestsErased, {
      subject: `user-requests/${userId}`,
      data: { userId },
    });
  }

  /** Without the authors of replies, which are admins' personal data. */
  private async readPage(userId: string, skip: number): Promise<object[]> {
    const found = await this.contactRequestsRepository.listByUser(userId, { skip, take: REQUESTS_PER_FILE });
    return found.map(({ request: { id, name, email, subject, message, status, createdAt }, replies }) => ({
      ...{ id, name, email, subject, message, status, createdAt },
      replies: replies.map((reply) => ({ message: reply.message, createdAt: reply.createdAt })),
    }));
  }
}
