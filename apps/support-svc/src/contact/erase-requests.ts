import { Injectable } from '@nestjs/common';
import { requestsErased } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { LetterDesk } from '../letters/letter-desk.js';
import { answeredKey, receivedKey } from './request-letters.js';

export interface Person {
  userId: string;
  email: string;
}

const LOCK_REQUESTS =
  'SELECT id FROM contact_submissions WHERE user_id = $1 OR email = lower(trim($2)) ORDER BY id FOR UPDATE';
const REPLIES = 'SELECT id FROM contact_replies WHERE submission_id = ANY($1)';
/** The replies go with their request. */
const ERASE = 'DELETE FROM contact_submissions WHERE id = ANY($1)';

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
    const idsOf = async (sql: string, parameters: unknown[]): Promise<string[]> =>
      (await manager.query<{ id: string }[]>(sql, parameters)).map(({ id }) => id);
    // The lock comes first: a reply on its way is either written by now, and found, or finds no request any more.
    const requests = await idsOf(LOCK_REQUESTS, [userId, email]);
    const replies = await idsOf(REPLIES, [requests]);
    await manager.query(ERASE, [requests]);
    await this.letters.withdraw(manager, [...requests.map(receivedKey), ...replies.map(answeredKey)]);
    await this.outbox.publish(manager, requestsErased, { subject: `user-requests/${userId}`, data: { userId } });
  }
}
