import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES, sessionMissing, type EventPayload } from '@shop/contracts-common';
import {
  secondFactorChanged,
  type SecondFactorProof,
  type SecondFactorStatus,
  type User,
} from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { type Caller, isSecondFactorRecent } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { PasswordCheckService } from '../passwords/password-check.service.js';
import { SecurityLog, type SecurityEvent } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import { CodeCheckService, secondFactorOn } from './code-check.service.js';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code.rules.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { createTotpSecret, toTotpUri } from './totp.rules.js';
import { TotpSecrets } from './totp-secrets.service.js';

const STATUS_VALID_MS = 60_000;

type Change = EventPayload<typeof secondFactorChanged>['change'];

const SECURITY_EVENTS = {
  'turned-on': 'second-factor-turned-on',
  'turned-off': 'second-factor-turned-off',
  'recovery-codes-renewed': 'recovery-codes-renewed',
} as const satisfies Partial<Record<Change, SecurityEvent>>;

/** The second factor of admins: setting it up, entering its codes, turning it off. */
@Injectable()
export class SecondFactorService {
  @Inject(UsersService) private readonly usersService!: UsersService;
  @Inject(TotpSecrets) private readonly secrets!: TotpSecrets;
  @Inject(SecurityLog) private readonly securityLog!: SecurityLog;
  @Inject(EventOutbox) private readonly outbox!: EventOutbox;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(PasswordCheckService) private readonly passwordCheck: PasswordCheckService,
    @Inject(SecondFactorsRepository) private readonly secondFactors: SecondFactorsRepository,
    @Inject(CodeCheckService) private readonly codeCheck: CodeCheckService,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
  ) {}

  /** The caller becomes an admin for the rest of the session, which gets a new id. */
  async enterCode(caller: Caller, client: SignInClient, code: string): Promise<{ user: User; sid: string }> {
    return this.codeCheck.proveCode(caller, client, code, async (manager, user) => {
      const secondFactorAt = new Date().toISOString();
      const sid = await this.continueSession(manager, caller, user, secondFactorAt);
      await this.securityLog.addEntry({ event: 'second-factor-entered', userId: user.id, client }, manager);
      return { user: this.usersService.toAnswer(user, secondFactorAt), sid };
    });
  }

  async getStatus(caller: Caller): Promise<SecondFactorStatus> {
    const user = await this.getUser(caller);
    return {
      isOn: user.hasSecondFactor,
      isRecent: isSecondFactorRecent(caller, Date.now() + STATUS_VALID_MS),
      recoveryCodesLeft: await this.secondFactors.countRecoveryCodes(user.id),
    };
  }

  /**
   * Makes a secret, which replaces an earlier one without a first code. The password protects from a stolen session, which goes on under a new id.
   */
  async beginSetup(
    caller: Caller,
    client: SignInClient,
    password: string,
  ): Promise<{ secret: string; uri: string; sid: string }> {
    assertAdminAccount(await this.getUser(caller));
    const { id, email } = await this.passwordCheck.confirmPassword(caller, client, password);
    const secret = createTotpSecret();
    const encrypted = await this.secrets.encryptSecret(id, secret);
    const sid = await this.dataSource.transaction(async (manager) => {
      const user = await this.lockUser(manager, id);
      assertAdminAccount(user);
      if (!(await this.secondFactors.begin(manager, id, encrypted))) throw secondFactorOn();
      return this.continueSession(manager, caller, user);
    });
    return { secret, uri: toTotpUri(secret, email), sid };
  }

  /** Ends the other sessions, and continues the caller's under a new id. */
  async turnOn(caller: Caller, client: SignInClient, code: string): Promise<{ recoveryCodes: string[]; sid: string }> {
    assertAdminAccount(await this.getUser(caller));
    return this.codeCheck.proveFirstCode(caller, client, code, async (manager, user) => {
      assertAdminAccount(user);
      const recoveryCodes = await this.createRecoveryCodes(manager, user.id);
      const sid = await this.endOtherSessions(manager, caller, user, new Date().toISOString());
      await this.saveChange(manager, user, client, 'turned-on');
      return { recoveryCodes, sid };
    });
  }

  /** Invalidates the former ones. The session goes on under a new id. */
  async renewRecoveryCodes(
    caller: Caller,
    client: SignInClient,
    { code, password }: SecondFactorProof,
  ): Promise<{ recoveryCodes: string[]; sid: string }> {
    await this.passwordCheck.confirmPassword(caller, client, password);
    return this.codeCheck.proveCode(caller, client, code, async (manager, user) => {
      const recoveryCodes = await this.createRecoveryCodes(manager, user.id);
      await this.saveChange(manager, user, client, 'recovery-codes-renewed');
      const sid = await this.continueSession(manager, caller, user, new Date().toISOString());
      return { recoveryCodes, sid };
    });
  }

  /** Ends the other sessions, and continues the caller's under a new id. Returns that for the cookie. */
  async turnOff(caller: Caller, client: SignInClient, { code, password }: SecondFactorProof): Promise<string> {
    await this.passwordCheck.confirmPassword(caller, client, password);
    return this.codeCheck.proveCode(caller, client, code, async (manager, user) => {
      await this.secondFactors.delete(manager, user.id);
      const sid = await this.endOtherSessions(manager, caller, user);
      await this.saveChange(manager, user, client, 'turned-off');
      return sid;
    });
  }

  private async getUser(caller: Caller): Promise<UserRow> {
    const user = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (!user) throw sessionMissing();
    return user;
  }

  private async lockUser(manager: EntityManager, userId: string): Promise<UserRow> {
    const user = await this.usersRepository.lockOpen(manager, userId);
    if (!user) throw sessionMissing();
    return user;
  }

  private async createRecoveryCodes(manager: EntityManager, userId: string): Promise<string[]> {
    const codes = createRecoveryCodes();
    await this.secondFactors.replaceRecoveryCodes(manager, userId, codes.map(hashRecoveryCode));
    return codes;
  }

  /** Each proof of the caller's identity gives the session a new id. Returns that for the cookie. */
  private async continueSession(
    manager: EntityManager,
    caller: Caller,
    user: UserRow,
    secondFactorAt?: string,
  ): Promise<string> {
    const ended = await this.sessionsService.endSession(manager, caller, 'signed-in');
    return this.sessionsService.resumeSession(manager, user, ended, secondFactorAt);
  }

  private async endOtherSessions(
    manager: EntityManager,
    caller: Caller,
    user: UserRow,
    secondFactorAt?: string,
  ): Promise<string> {
    const ended = await this.sessionsService.endSession(manager, caller, 'second-factor-changed');
    await this.sessionsService.endAllSessions(manager, user.id, 'second-factor-changed');
    return this.sessionsService.resumeSession(manager, user, ended, secondFactorAt);
  }

  private async saveChange(
    manager: EntityManager,
    { id: userId, email }: UserRow,
    client: SignInClient,
    change: keyof typeof SECURITY_EVENTS,
  ): Promise<void> {
    await this.securityLog.addEntry({ event: SECURITY_EVENTS[change], userId, client }, manager);
    const recoveryCodesLeft = await this.secondFactors.countRecoveryCodes(userId, manager);
    const data = { userId, email, change, recoveryCodesLeft };
    await this.outbox.publish(manager, secondFactorChanged, { subject: `user/${userId}`, data });
  }
}

/** By the account's role: the session has the role `user` where the shop demands a second factor. */
function assertAdminAccount({ role }: UserRow): void {
  if (role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', MESSAGES.adminRequired);
}
