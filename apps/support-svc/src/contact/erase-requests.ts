import { Injectable } from '@nestjs/common';
import { requestsErased } from '@shop/contracts/support';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { LetterDesk } from '../letters/letter-desk.js';

export interface Person {
  userId: string;
  email: string;
}

/** Replies go with their request. The audit trail stays: it holds statuses and ids, and no word of anybody. */
const ERASE = `
  WITH erased AS (DELETE FROM contact_submissions WHERE user_id = $1 OR email = lower(trim($2)) RETURNING email)
  SELECT DISTINCT email FROM erased`;

@Injectable()
export class EraseRequests {
  constructor(
    private readonly letters: LetterDesk,
    private readonly outbox: EventOutbox,
  ) {}

  /**
   * What was sent from the account or with its address, under whatever other address the account wrote as well. Confirmed each time it is asked for,
   * also where nothing is left.
   */
  async erase(manager: EntityManager, { userId, email }: Person): Promise<void> {
    const erased = await manager.query<{ email: string }[]>(ERASE, [userId, email]);
    for (const address of new Set([email, ...erased.map((request) => request.email)])) await this.letters.forget(manager, address);
    await this.outbox.publish(manager, requestsErased, { subject: `user-requests/${userId}`, data: { userId } });
  }
}
