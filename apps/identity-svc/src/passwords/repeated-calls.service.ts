import { Inject, Injectable } from '@nestjs/common';
import { idempotencyKeyReused } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { SignInClient } from '../security/sign-in-client.js';
import { type AccountAction, type AccountCall, AccountCallsRepository } from '../users/account-calls.repository.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { PasswordCheckService } from './password-check.service.js';

interface RepeatableCall {
  /** The Idempotency-Key; null: none was sent. */
  key: string | null;
  action: AccountAction;
  client: SignInClient;
  /** The password that the first call has set. */
  password: string;
}

/** Recognises a call that is repeated because its answer was lost. */
@Injectable()
export class RepeatedCallsService {
  constructor(
    @Inject(AccountCallsRepository) private readonly accountCalls: AccountCallsRepository,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(PasswordCheckService) private readonly passwordCheck: PasswordCheckService,
  ) {}

  /** Records the first call, in its transaction. Throws 409 if another call has used the key. */
  async saveCall(manager: EntityManager, key: string | null, call: AccountCall): Promise<void> {
    await this.accountCalls.saveCall(manager, key, call);
  }

  /**
   * Returns the account of the first call, or null if this is the first one. The key alone proves nothing: the password must be the account's.
   *
   * @throws DomainError `conflict` if the key was used for something else; `too-many` like a sign-in.
   */
  async findAccount({ key, action, client, password }: RepeatableCall): Promise<UserRow | null> {
    const call = key === null ? null : await this.accountCalls.findCall(key);
    if (!call) return null;
    const user = call.action === action ? await this.usersRepository.findOpenById(call.userId) : null;
    const proven = user && (await this.passwordCheck.checkPassword({ email: user.email, client }, password));
    if (!proven) throw idempotencyKeyReused();
    return proven;
  }
}
