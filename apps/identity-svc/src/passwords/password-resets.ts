import { hash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { passwordChanged, passwordResetRequested, RESET_LINK_INVALID, type ResetPasswordRequest } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { PasswordAttempts } from './password-attempts.js';
import { hashPassword } from './password-hash.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

/** D11 */
const VALID_MS = 60 * 60 * 1000;
/** Links an account may have at a time: a stranger can't fill its owner's mailbox. */
const VALID_LINKS_MAX = 5;
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
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
    @Inject(PasswordAttempts) private readonly attempts: PasswordAttempts,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Has a link sent where there is such an account; never says whether there is. */
  async request(email: string): Promise<void> {
    await Promise.all([this.makeLink(email), pause(ANSWER_MS)]);
  }

  private async makeLink(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user) return;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + VALID_MS);
    await this.dataSource.transaction(async (manager) => {
      if ((await this.tokens.countValidOf(manager, user.id)) >= VALID_LINKS_MAX) return;
      await this.tokens.insert(manager, user.id, tokenHash(token), expiresAt);
      const data = { userId: user.id, email, firstName: user.firstName, token, expiresAt: expiresAt.toISOString() };
      await this.outbox.publish(manager, passwordResetRequested, { subject: `user/${user.id}`, data });
    });
  }

  /** Sets the password, once for each link; all other links and all sessions of the user are over. Throws `invalid`. */
  async reset({ token, password }: ResetPasswordRequest): Promise<void> {
    const hashed = tokenHash(token);
    if (!(await this.tokens.isValid(hashed))) throw invalidLink();
    const passwordHash = await hashPassword(password);
    const user = await this.dataSource.transaction(async (manager): Promise<UserRow> => {
      const userId = await this.tokens.use(manager, hashed);
      const owner = userId === null ? null : await this.users.findById(userId);
      if (!owner) throw invalidLink();
      await this.users.setPassword(manager, owner.id, passwordHash);
      await this.tokens.deleteAllOf(manager, owner.id);
      await this.sessions.endAllOf(manager, owner.id, null, 'password-reset');
      await this.outbox.publish(manager, passwordChanged, { subject: `user/${owner.id}`, data: { userId: owner.id, email: owner.email, by: 'reset-link' } });
      return owner;
    });
    await this.attempts.forgive(user.email);
  }
}
