import { Controller, Inject } from '@nestjs/common';
import { userErasureRequested, userRegistered } from '@shop/contracts-identity';
import { EventOutbox, OnRepublish, republishInPages } from '@shop/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { toErasureRequest, toRegistration } from './user.mapper.js';
import { UsersRepository, type UserRow } from './users.repository.js';

const toEventSubject = ({ id }: UserRow): string => `user/${id}`;

@Controller()
export class UsersConsumer {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  /** Publishes all accounts again, so that read models can be rebuilt. A closed account is published as an erasure request. */
  @OnRepublish('user')
  republishUsers(): Promise<void> {
    return republishInPages(this.dataSource, {
      listPage: (after, limit, manager) => this.usersRepository.listPageAfter(after, limit, manager),
      toSubject: toEventSubject,
      publish: (user, manager) => this.publishUser(manager, user),
    });
  }

  private async publishUser(manager: EntityManager, user: UserRow): Promise<void> {
    const subject = toEventSubject(user);
    if (user.closedAt)
      await this.outbox.publish(manager, userErasureRequested, {
        subject,
        data: toErasureRequest(user, user.closedAt),
      });
    else await this.outbox.publish(manager, userRegistered, { subject, data: toRegistration(user) });
  }
}
