import { hash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import {
  passwordChanged,
  passwordResetRequested,
  RESET_LINK_INVALID,
  type ChangePasswordRequest,
  type ResetPasswordRequest,
} from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { SessionsService } from '../sessions/sessions.service.js';
import { hashPassword, verifyPassword } from '../users/password-hash.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { AccountAttemptsService } from './account-attempts.service.js';
import { assertNoContextPassword } from './context-words.rules.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

/** Who sets the password, and the hash of the session that continues. */
type Origin = { by: 'owner'; keepSid: string } | { by: 'reset-link'; keepSid: null };

const RESET_LINK_VALID_MS = 60 * 60 * 1000;
/** Every request takes at least this long, so that its time does not reveal accounts. Several times the time to store a token. */
const MIN_RESPONSE_MS = 250;

const hashToken = (token: string): string => hash('sha256', token, 'hex');
const invalidLink = (): DomainError => new DomainError('RESET_LINK_INVALID', 'invalid', RESET_LINK_INVALID);
export const incorrectPassword = (): DomainError =>
  new DomainError('PASSWORD_INCORRECT', 'invalid', 'Current password is incorrect');

/** Checks, changes and resets passwords. */
@Injectable()
export class PasswordsService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ResetTokensRepository) private readonly resetTokensRepository: ResetTokensRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Returns null for wrong credentials, in the same time for known and unknown accounts.
   * Throws `too-many` (429) above the account's limit, before the password is compared.
   */
  async checkPassword(email: string, password: string): Promise<UserRow | null> {
    await this.accountAttempts.countAttempt('sign-in', email);
    const user = await this.usersRepository.findOpenByEmail(email);
    const isRight = await verifyPassword(user?.password, password);
    if (!user || !isRight) return null;
    await this.accountAttempts.uncountAttempt(email);
    return user;
  }

  /** Confirms that the signed-in caller knows the password. Throws 401, `too-many`, or `invalid`: "Current password is incorrect". */
  async confirmPassword(caller: Caller, password: string): Promise<UserRow & { sid: string }> {
    const known = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (caller.kind !== 'user' || !known)
      throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
    const user = await this.checkPassword(known.email, password);
    if (!user) throw incorrectPassword();
    return { ...user, sid: caller.sid };
  }

  /** Ends the user's other sessions; the caller's session continues. */
  async changePassword(caller: Caller, { currentPassword, newPassword }: ChangePasswordRequest): Promise<void> {
    const user = await this.confirmPassword(caller, currentPassword);
    assertNoContextPassword(newPassword, user);
    const passwordHash = await hashPassword(newPassword);
    await this.dataSource.transaction(async (manager) => {
      const current = await this.usersRepository.lockOpen(manager, user.id);
      // A concurrent change replaced the password that was compared.
      if (current?.password !== user.password) throw incorrectPassword();
      await this.setPassword(manager, current, passwordHash, { by: 'owner', keepSid: user.sid });
    });
  }

  /**
   * Sends a reset link if the account exists, without revealing whether it does.
   * Throws `too-many` (429) above the limit of links, for known and unknown accounts.
   */
  async requestReset(email: string): Promise<void> {
    await this.accountAttempts.countAttempt('reset', email);
    await Promise.all([this.createResetToken(email), pause(MIN_RESPONSE_MS)]);
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
      // The transaction ends without effect, so the link can be used again.
      assertNoContextPassword(password, user);
      await this.setPassword(manager, user, passwordHash, { by: 'reset-link', keepSid: null });
      return user.email;
    });
    await this.accountAttempts.resetSignInAttempts(email);
  }

  /** A new token replaces the former one, so only the latest email works. */
  private async createResetToken(email: string): Promise<void> {
    const known = await this.usersRepository.findOpenByEmail(email);
    if (!known) return;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + RESET_LINK_VALID_MS);
    await this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, known.id);
      if (!user) return;
      await this.resetTokensRepository.deleteByUser(manager, user.id);
      await this.resetTokensRepository.insertToken(manager, user.id, hashToken(token), expiresAt);
      const data = { userId: user.id, email, firstName: user.firstName, token, expiresAt: expiresAt.toISOString() };
      await this.outbox.publish(manager, passwordResetRequested, { subject: `user/${user.id}`, data });
    });
  }

  /**
   * Stores a new password, which invalidates reset links and ends sessions. The caller has locked the user in this transaction and checked that the
   * password may be set.
   */
  private async setPassword(
    manager: EntityManager,
    { id, email }: UserRow,
    passwordHash: string,
    { by, keepSid }: Origin,
  ): Promise<void> {
    await this.usersRepository.setPassword(manager, id, passwordHash);
    await this.resetTokensRepository.deleteByUser(manager, id);
    await this.sessionsService.endAllSessions(
      manager,
      id,
      keepSid,
      by === 'owner' ? 'password-changed' : 'password-reset',
    );
    await this.outbox.publish(manager, passwordChanged, { subject: `user/${id}`, data: { userId: id, email, by } });
  }
}
