import { Inject, Injectable } from '@nestjs/common';
import { userErasureRequested } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { toErasureRequest } from '../users/user.mapper.js';
import { ErasuresRepository } from './erasures.repository.js';

const PAGE = 500;

@Injectable()
export class WaitingErasures {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ErasuresRepository) private readonly erasures: ErasuresRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Asks again where a confirmation has been missing for a while; of several instances, one does. */
  async askAgain(): Promise<void> {
    while ((await this.askPage()) === PAGE);
  }

  private askPage(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const waiting = await this.erasures.takeWaiting(manager, PAGE);
      for (const user of waiting)
        await this.outbox.publish(manager, userErasureRequested, {
          subject: `user/${user.id}`,
          data: toErasureRequest(user, user.closedAt),
        });
      return waiting.length;
    });
  }
}
