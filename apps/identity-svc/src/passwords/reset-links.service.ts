import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { resetLinkRequested, type ResetLink } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { CONFIG, encryptPayload } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { UsersRepository } from '../users/users.repository.js';
import { AccountAttemptsService } from './account-attempts.service.js';
import { hashToken, ResetTokensRepository } from './reset-tokens.repository.js';

const RESET_LINK_VALID_MS = 60 * 60 * 1000;
/** Every request takes at least this long, so that its time does not reveal accounts. Several times the time to store a token. */
const MIN_RESPONSE_MS = 250;

/** Makes the links that reset a password. support-svc sends them. */
@Injectable()
export class ResetLinksService {
  @Inject(SecurityLog) private readonly securityLog!: SecurityLog;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ResetTokensRepository) private readonly resetTokensRepository: ResetTokensRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends a reset link if the account exists, without revealing whether it does.
   * Throws `too-many` (429) above the limit of links of a network, for known and unknown accounts.
   */
  async requestReset(email: string, client: SignInClient): Promise<void> {
    const { mayEmail, source } = await this.accountAttempts.countReset({ email, client });
    await Promise.all([mayEmail ? this.createResetToken(email, source, client) : undefined, pause(MIN_RESPONSE_MS)]);
  }

  /** A new token replaces the former one of its source, so only the latest email works, and strangers can't invalidate the owner's. */
  private async createResetToken(email: string, source: string, client: SignInClient): Promise<void> {
    const known = await this.usersRepository.findOpenByEmail(email);
    await this.securityLog.addEntry({ event: 'reset-link-requested', userId: known?.id ?? null, client });
    if (!known) return;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + RESET_LINK_VALID_MS);
    await this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, known.id);
      if (!user) return;
      await this.resetTokensRepository.deleteBySource(manager, user.id, source);
      await this.resetTokensRepository.insertToken(manager, {
        userId: user.id,
        token: hashToken(token),
        source,
        expiresAt,
      });
      const data = {
        userId: user.id,
        expiresAt: expiresAt.toISOString(),
        encrypted: await this.encryptLink({ email, firstName: user.firstName, token }),
      };
      await this.outbox.publish(manager, resetLinkRequested, { subject: `user/${user.id}`, data });
    });
  }

  private encryptLink(link: ResetLink): Promise<string> {
    return encryptPayload(this.config.EMAIL_SECRET, resetLinkRequested.type, link);
  }
}
