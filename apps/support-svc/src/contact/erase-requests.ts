import { Injectable } from '@nestjs/common';
import { requestsErased } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import { In, type EntityManager } from 'typeorm';
import { LetterDesk } from '../letters/letter-desk.js';
import { ContactSubmissionEntity } from './contact-submission.entity.js';

export interface Person {
  userId: string;
  email: string;
}

@Injectable()
export class EraseRequests {
  constructor(
    private readonly letters: LetterDesk,
    private readonly outbox: EventOutbox,
  ) {}

  /**
   * What was sent from the account, under whatever address, and what carries the account's address; with replies, and the letters about them that have
   * not gone out. Confirmed each time it is asked for, also where nothing is left. The audit trail stays: it holds statuses and ids, no words.
   */
  async erase(manager: EntityManager, { userId, email }: Person): Promise<void> {
    // 1: locked, so that a reply on its way is either written by now, and found below, or finds no request any more.
    const where = [{ userId }, { email: email.trim().toLowerCase() }];
    const requests = await manager.find(ContactSubmissionEntity, { select: { id: true }, where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
    const ids = requests.map(({ id }) => id);
    // 2: the replies go with their request.
    await manager.delete(ContactSubmissionEntity, { id: In(ids) });
    await this.letters.forget(manager, email);
    await this.outbox.publish(manager, requestsErased, { subject: `user-requests/${userId}`, data: { userId } });
  }
}
