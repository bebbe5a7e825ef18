import { Inject, Injectable } from '@nestjs/common';
import { userErasureRequested } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { toErasureRequest } from '../users/user.mapper.js';
import { ErasuresRepository } from './erasures.repository.js';

const PAGE_SIZE = 500;

@Injectable()
export class ErasureReminderService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ErasuresRepository) private readonly erasuresRepository: ErasuresRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Publishes overdue erasure requests again. Several instances may run this at once. */
  async repeatOverdueRequests(): Promise<void> {
    while ((await this.repeatPage()) === PAGE_SIZE);
  }

  private repeatPage(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const overdue = await this.erasuresRepository.takeOverdue(manager, PAGE_SIZE);
      for (const user of overdue)
        await this.outbox.publish(manager, userErasureRequested, {
          subject: `user/${user.id}`,
          data: toErasureRequest(user, user.closedAt),
        });
      return overdue.length;
    });
  }
}
