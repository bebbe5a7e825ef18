import { Inject, Injectable } from '@nestjs/common';
import { adminSignedIn } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { SignInClient } from '../security/sign-in-client.js';
import type { UserRow } from '../users/users.repository.js';

/** Notifies an admin, by an event for an email, of a sign-in to the account. */
@Injectable()
export class AdminNoticesService {
  constructor(@Inject(EventOutbox) private readonly outbox: EventOutbox) {}

  /** In the transaction of a sign-in with a browser in which the account had no sign-in before. */
  async publishNewBrowser(
    manager: EntityManager,
    { id: userId, email, role }: UserRow,
    { browserName, network }: SignInClient,
  ): Promise<void> {
    if (role !== 'admin') return;
    await this.outbox.publish(manager, adminSignedIn, {
      subject: `user/${userId}`,
      data: { userId, email, browser: browserName, network },
    });
  }
}
