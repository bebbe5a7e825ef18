import { hash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { passwordResetRequested, RESET_LINK_INVALID, type ResetPasswordRequest } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { UsersRepository } from '../users/users.repository.js';
import { AccountAttempts } from './account-attempts.js';
import { NewPassword } from './new-password.js';
import { hashPassword } from './password-hash.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

/** D11 */
const VALID_MS = 60 * 60 * 1000;
/** Every request takes this long, so that the answer's time says nothing: several times what writing a link takes. */
const ANSWER_MS = 250;

const tokenHash = (token: string): string => hash('sha256', token, 'hex');
const invalidLink = (): DomainError => new DomainError('RESET_LINK_INVALID', 'invalid', RESET_LINK_INVALID);

@Injectable()
export class PasswordResets {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(ResetTokensRepository) private readonly tokens: ResetTokensRepository,
    @Inject(NewPassword) private readonly newPassword: NewPassword,
    @Inject(AccountAttempts) private readonly attempts: AccountAttempts,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Has a link sent where there is such an account; never says whether there is.
   * Throws `too-many` (429) once a mailbox had its share of them, or would have had, if there were one.
   */
  async request(email: string): Promise<void> {
    await this.attempts.count('reset', email);
    await Promise.all([this.makeLink(email), pause(ANSWER_MS)]);
  }

  /** A new link replaces the one before: only the latest letter in the mailbox works. */
  private async makeLink(email: string): Promise<void> {
    const known = await this.users.findOpenByEmail(email);
    if (!known) return;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + VALID_MS);
    await this.dataSource.transaction(async (manager) => {
      const user = await this.users.lockOpen(manager, known.id);
      if (!user) return;
      await this.tokens.deleteAllOf(manager, user.id);
      await this.tokens.insert(manager, user.id, tokenHash(token), expiresAt);
      const data = { userId: user.id, email, firstName: user.firstName, token, expiresAt: expiresAt.toISOString() };
      await this.outbox.publish(manager, passwordResetRequested, { subject: `user/${user.id}`, data });
    });
  }

  /** Sets the password, once for each link; all sessions of the user are over. Throws `invalid`. */
  async reset({ token, password }: ResetPasswordRequest): Promise<void> {
    const hashed = tokenHash(token);
    const userId = await this.tokens.findOwner(hashed);
    if (userId === null) throw invalidLink();
    const passwordHash = await hashPassword(password);
    const email = await this.dataSource.transaction(async (manager) => {
      // The user first, as everywhere: of several that hold the same link the second one finds it used.
      const user = await this.users.lockOpen(manager, userId);
      if (!user || !(await this.tokens.use(manager, hashed))) throw invalidLink();
      await this.newPassword.set(manager, user, passwordHash, { by: 'reset-link', keepSid: null });
      return user.email;
    });
    await this.attempts.forgiveGuesses(email);
  }
}
