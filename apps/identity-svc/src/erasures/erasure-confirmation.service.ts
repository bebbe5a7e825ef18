import { Inject, Injectable } from '@nestjs/common';
import { userErased } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { ErasurePart } from './erasure.rules.js';
import { ErasuresRepository } from './erasures.repository.js';

@Injectable()
export class ErasureConfirmationService {
  constructor(
    @Inject(ErasuresRepository) private readonly erasuresRepository: ErasuresRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Stores the confirmation of one service. The last one deletes the account and publishes `user.erased` in the same transaction, so only once. */
  async confirmErasure(manager: EntityManager, userId: string, part: ErasurePart): Promise<void> {
    if (!(await this.erasuresRepository.saveConfirmation(manager, userId, part))) return;
    const erased = await this.erasuresRepository.deleteUser(manager, userId);
    if (erased)
      await this.outbox.publish(manager, userErased, {
        subject: `user/${userId}`,
        data: { userId, email: erased.email, firstName: erased.firstName },
      });
  }
}
