import { hash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { passwordResetRequested, RESET_LINK_INVALID, type ResetPasswordRequest } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { UsersRepository } from '../users/users.repository.js';
import { AccountAttemptsService } from './account-attempts.service.js';
import { PasswordsService } from './passwords.service.js';
import { hashPassword } from './password-hash.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

const VALID_MS = 60 * 60 * 1000;
/** Every request takes at least this long, so that its time does not reveal accounts. Several times the time to store a token. */
const MIN_RESPONSE_MS = 250;

const hashToken = (token: string): string => hash('sha256', token, 'hex');
const invalidLink = (): DomainError => new DomainError('RESET_LINK_INVALID', 'invalid', RESET_LINK_INVALID);

@Injectable()
export class PasswordResetsService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ResetTokensRepository) private readonly resetTokensRepository: ResetTokensRepository,
    @Inject(PasswordsService) private readonly passwordsService: PasswordsService,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Sends a reset link if the account exists, without revealing whether it does.
   * Throws `too-many` (429) above the limit of links, for known and unknown accounts.
   */
  async requestReset(email: string): Promise<void> {
    await this.accountAttempts.countAttempt('reset', email);
    await Promise.all([this.createToken(email), pause(MIN_RESPONSE_MS)]);
  }

  /** A new token replaces the former one, so only the latest email works. */
  private async createToken(email: string): Promise<void> {
    const known = await this.usersRepository.findOpenByEmail(email);
    if (!known) return;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + VALID_MS);
    await this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, known.id);
      if (!user) return;
      await this.resetTokensRepository.deleteByUser(manager, user.id);
      await this.resetTokensRepository.insertToken(manager, user.id, hashToken(token), expiresAt);
      const data = { userId: user.id, email, firstName: user.firstName, token, expiresAt: expiresAt.toISOString() };
      await this.outbox.publish(manager, passwordResetRequested, { subject: `user/${user.id}`, data });
    });
  }

  /** Sets the password and ends all sessions of the user. A link works once. Throws `invalid` for a bad link. */
  async resetPassword({ token, password }: ResetPasswordRequest): Promise<void> {
    const tokenHash = hashToken(token);
    const userId = await this.resetTokensRepository.findUserId(tokenHash);
    if (userId === null) throw invalidLink();
    const passwordHash = await hashPassword(password);
    const email = await this.dataSource.transaction(async (manager) => {
      // Locks the user first, like all changes of an account. The second of two concurrent calls then finds the token used.
      const user = await this.usersRepository.lockOpen(manager, userId);
      if (!user || !(await this.resetTokensRepository.consumeToken(manager, tokenHash))) throw invalidLink();
      await this.passwordsService.setPassword(manager, user, passwordHash, { by: 'reset-link', keepSid: null });
      return user.email;
    });
    await this.accountAttempts.resetSignInAttempts(email);
  }
}
