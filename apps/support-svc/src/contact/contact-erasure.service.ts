import { Injectable } from '@nestjs/common';
import { contactRequestsErased } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { replyEmailKey, receiptEmailKey } from './contact-email-keys.js';

export interface Person {
  userId: string;
  email: string;
}

const LOCK_REQUESTS =
  'SELECT id FROM contact_submissions WHERE user_id = $1 OR email = lower(trim($2)) ORDER BY id FOR UPDATE';
const REPLIES = 'SELECT id FROM contact_replies WHERE submission_id = ANY($1)';
/** Replies are deleted by cascade. */
const ERASE = 'DELETE FROM contact_submissions WHERE id = ANY($1)';

@Injectable()
export class ContactErasureService {
  constructor(
    private readonly emailOutbox: EmailOutboxService,
    private readonly eventOutbox: EventOutbox,
  ) {}

  /**
   * Erases requests that were sent from the account or with its address, their replies, and unsent emails about them. Publishes the confirmation
   * even if nothing was found, because the first one may be lost. Audit entries remain: they contain statuses and ids only.
   */
  async eraseByUser(manager: EntityManager, { userId, email }: Person): Promise<void> {
    const findIds = async (sql: string, parameters: unknown[]): Promise<string[]> =>
      (await manager.query<{ id: string }[]>(sql, parameters)).map(({ id }) => id);
    // Lock first: a concurrent reply is either stored already and found here, or fails because the request is gone.
    const requests = await findIds(LOCK_REQUESTS, [userId, email]);
    const replies = await findIds(REPLIES, [requests]);
    await manager.query(ERASE, [requests]);
    await this.emailOutbox.dropByKeys(manager, [...requests.map(receiptEmailKey), ...replies.map(replyEmailKey)]);
    await this.eventOutbox.publish(manager, contactRequestsErased, {
      subject: `user-requests/${userId}`,
      data: { userId },
    });
  }
}
