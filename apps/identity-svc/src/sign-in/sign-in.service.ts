import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import type { PasswordConfirmation, RegisterRequest, User } from '@shop/contracts-identity';
import { type Caller, idempotencyKeyReused } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { EmailConfirmationService } from '../email-confirmation/email-confirmation.service.js';
import { assertNoContextPassword } from '../passwords/context-words.rules.js';
import { PasswordCheckService } from '../passwords/password-check.service.js';
import { RepeatedCallsService } from '../passwords/repeated-calls.service.js';
import { isOutdated, verifyPassword } from '../users/password-hash.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { KnownBrowsersRepository } from '../security/known-browsers.repository.js';
import { SecurityLog, type SecurityEvent } from '../security/security-log.service.js';
import { createBrowserId, hashBrowserId, type SignInClient } from '../security/sign-in-client.js';
import { assertUncommonPassword } from '../users/password.rules.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { UsersService } from '../users/users.service.js';
import { AdminNoticesService } from './admin-notices.service.js';
import { RegistrationNoticesService } from './registration-notices.service.js';
import { wrongCredentials, type ProvenAccount } from './password.guard.js';

export interface SignedIn {
  user: User;
  /** The session id for the cookie; only the gateway may get it. */
  sid: string;
  /** The browser's id for its cookie. */
  browserId: string;
}

@Injectable()
export class SignInService {
  @Inject(RepeatedCallsService) private readonly repeatedCalls!: RepeatedCallsService;
  @Inject(EmailConfirmationService) private readonly emailConfirmation!: EmailConfirmationService;
  @Inject(RegistrationNoticesService) private readonly registrationNotices!: RegistrationNoticesService;
  @Inject(AdminNoticesService) private readonly adminNotices!: AdminNoticesService;
  @Inject(PasswordCheckService) private readonly passwordCheck!: PasswordCheckService;
  @Inject(PasswordHasher) private readonly hasher!: PasswordHasher;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(UsersService) private readonly usersService: UsersService,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
    @Inject(KnownBrowsersRepository) private readonly knownBrowsers: KnownBrowsersRepository,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
  ) {}

  /**
   * Creates the account, sends a link that confirms its address, and signs in, in one transaction, so that the guest's data always has one owner.
   * A repeated call with the same key signs in. Throws 409 for a taken address, whose owner gets an email.
   */
  async registerUser(
    caller: Caller,
    client: SignInClient,
    request: RegisterRequest,
    key: string | null = null,
  ): Promise<SignedIn> {
    const { email, password, firstName, lastName } = request;
    assertUncommonPassword(password);
    assertNoContextPassword(password, { email, firstName, lastName });
    const passwordHash = await this.hasher.hash(client.network, password);
    const signedIn = await this.dataSource.transaction(async (manager) => {
      const user = await this.usersService.createUser(manager, {
        ...{ email, passwordHash, firstName, lastName },
        role: 'user',
      });
      if (!user) return null;
      await this.repeatedCalls.saveCall(manager, key, { userId: user.id, action: 'registered' });
      await this.emailConfirmation.sendLink(manager, user, 'registration');
      return this.startSession(manager, caller, client, user, 'registered');
    });
    return signedIn ?? this.repeatRegistration(caller, client, request, key);
  }

  private async repeatRegistration(
    caller: Caller,
    client: SignInClient,
    { email, password }: RegisterRequest,
    key: string | null,
  ): Promise<SignedIn> {
    const account = await this.repeatedCalls.findAccount({ key, action: 'registered', client, password });
    if (!account) {
      await this.registrationNotices.publishNotice(email, client);
      throw new DomainError('EMAIL_TAKEN', 'conflict', 'An account with this email already exists');
    }
    if (account.email !== email) throw idempotencyKeyReused();
    return this.signIn(caller, client, { account, password });
  }

  /** Starts a session for the proven account, and renews its password hash if the parameters are outdated. */
  async signIn(caller: Caller, client: SignInClient, proven: ProvenAccount): Promise<SignedIn> {
    return this.withProvenUser(client, proven, (manager, user) =>
      this.startSession(manager, caller, client, user, 'signed-in'),
    );
  }

  /** Signs a signed-in caller in again, in place of the present session. Throws 401, `too-many`, or `invalid`: "Current password is incorrect". */
  async confirmPassword(caller: Caller, client: SignInClient, { password }: PasswordConfirmation): Promise<SignedIn> {
    const account = await this.passwordCheck.confirmPassword(caller, client, password);
    return this.withProvenUser(client, { account, password }, async (manager, user) => {
      const ended = await this.sessionsService.endSession(manager, caller, 'signed-in');
      const browser = client.browserName ?? undefined;
      const { sid, secondFactorAt } = await this.sessionsService.renewSession(manager, user, ended, browser);
      const browserId = await this.saveSignIn(manager, client, user, 'signed-in');
      return { user: this.usersService.toAnswer(user, secondFactorAt), sid, browserId };
    });
  }

  /** Locks the account whose password was compared. Throws 401 if it changed in between. */
  private async withProvenUser(
    client: SignInClient,
    { account, password }: ProvenAccount,
    work: (manager: EntityManager, user: UserRow) => Promise<SignedIn>,
  ): Promise<SignedIn> {
    const renewedHash = isOutdated(account.password) ? await this.hasher.hash(client.network, password) : undefined;
    return this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, account.id);
      // The password may have been reset or changed, or the account closed, since the check. A new hash of the same password is fine.
      if (!user || (user.password !== account.password && !(await verifyPassword(user.password, password))))
        throw wrongCredentials();
      if (renewedHash && isOutdated(user.password))
        await this.usersRepository.setPassword(manager, user.id, renewedHash);
      return work(manager, user);
    });
  }

  /** Ends the session of this browser. */
  async signOut(caller: Caller, client: SignInClient): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const ended = await this.sessionsService.endSession(manager, caller, 'signed-out');
      if (ended?.userId === undefined) return;
      await this.securityLog.addEntry({ event: 'signed-out', userId: ended.userId, client }, manager);
    });
  }

  /** Ends all sessions of the user, including this one. */
  async signOutEverywhere(caller: Caller, client: SignInClient): Promise<void> {
    if (caller.kind !== 'user') return;
    await this.dataSource.transaction(async (manager) => {
      await this.usersRepository.lockOpen(manager, caller.userId);
      const event = 'signed-out-everywhere';
      const ended = await this.sessionsService.endAllSessions(manager, caller.userId, event);
      if (ended.length > 0) await this.securityLog.addEntry({ event, userId: caller.userId, client }, manager);
    });
  }

  private async startSession(
    manager: EntityManager,
    caller: Caller,
    client: SignInClient,
    user: UserRow,
    event: SecurityEvent,
  ): Promise<SignedIn> {
    const browserId = await this.saveSignIn(manager, client, user, event);
    const sid = await this.sessionsService.startSession(manager, caller, user, client.browserName ?? undefined);
    return { user: this.usersService.toAnswer(user), sid, browserId };
  }

  /** Returns the id of the browser, which is known from now on. */
  private async saveSignIn(
    manager: EntityManager,
    client: SignInClient,
    user: UserRow,
    event: SecurityEvent,
  ): Promise<string> {
    const browserId = client.browserId ?? createBrowserId();
    const isNew = await this.knownBrowsers.saveBrowser(manager, user.id, hashBrowserId(browserId), client.network);
    if (isNew) await this.adminNotices.publishNewBrowser(manager, user, client);
    await this.securityLog.addEntry({ event, userId: user.id, client }, manager);
    return browserId;
  }
}
