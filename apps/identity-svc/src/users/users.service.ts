import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { sessionMissing } from '@shop/contracts-common';
import { userRegistered, type User } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, CONFIG, toJsonFile, type Caller, type PersonalDataFile } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { getSecondFactorState } from './session-role.rules.js';
import { KnownBrowsersRepository } from '../security/known-browsers.repository.js';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { hashPassword } from './password-hash.js';
import { toRegistration, toUser } from './user.mapper.js';
import { UsersRepository, type NewUser, type UserRow } from './users.repository.js';

/** The only place that creates accounts and publishes `user.registered`. */
@Injectable()
export class UsersService implements OnApplicationBootstrap {
  @Inject(KnownBrowsersRepository) private readonly knownBrowsers!: KnownBrowsersRepository;
  private readonly log = new Logger('FirstAdmin');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(AuditTrail) private readonly auditTrail: AuditTrail,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
  ) {}

  /** Creates the admin of the environment at the start. */
  async onApplicationBootstrap(): Promise<void> {
    const credentials = this.getCredentials();
    if (!credentials) return;
    const existing = await this.usersRepository.findOpenByEmail(credentials.email);
    if (existing) {
      // Another person may have registered the address, so the account is not promoted.
      if (existing.role !== 'admin')
        this.log.warn(
          `The account ${credentials.email} exists and is not an admin. Run "npm run admin -- grant ${credentials.email}" to change its role.`,
        );
      return;
    }
    const passwordHash = await hashPassword(credentials.password);
    const created = await this.dataSource.transaction((manager) =>
      this.createUser(manager, { email: credentials.email, passwordHash, role: 'admin', isConfirmed: true }),
    );
    if (created) this.log.log(`The first admin is ${credentials.email}.`);
  }

  async getUser(caller: Caller): Promise<User> {
    const user = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (!user || caller.kind !== 'user') throw sessionMissing();
    return this.toAnswer(user, caller.secondFactorAt);
  }

  /** What a session shows of its user. `secondFactorAt`: when it entered a code last. */
  toAnswer(user: UserRow, secondFactorAt?: string): User {
    return toUser(user, getSecondFactorState(user, secondFactorAt, this.config.ADMIN_SECOND_FACTOR === 'required'));
  }

  /** Returns null if the email address is taken. */
  async createUser(manager: EntityManager, newUser: NewUser): Promise<UserRow | null> {
    const user = await this.usersRepository.insertUser(manager, newUser);
    if (user)
      await this.outbox.publish(manager, userRegistered, { subject: `user/${user.id}`, data: toRegistration(user) });
    return user;
  }

  /** Yields the files of the export of personal data, which the security log notes. */
  async *exportFiles(caller: Caller, client: SignInClient): AsyncGenerator<PersonalDataFile> {
    const account = caller.kind === 'user' ? await this.usersRepository.findPersonalData(caller.userId) : null;
    if (caller.kind !== 'user' || !account) throw sessionMissing();
    await this.securityLog.addEntry({ event: 'data-downloaded', userId: caller.userId, client });
    yield toJsonFile('account.json', account);
    yield toJsonFile('signed-in.json', await this.usersRepository.listSessions(caller.userId));
    yield toJsonFile('known-browsers.json', await this.knownBrowsers.listByUser(caller.userId));
    yield toJsonFile('visits-as-guest.json', await this.usersRepository.listGuestClaims(caller.userId));
    yield toJsonFile('password-links.json', await this.usersRepository.listResetTokens(caller.userId));
    yield toJsonFile('confirmation-links.json', await this.usersRepository.listConfirmationTokens(caller.userId));
    yield toJsonFile('role-changes.json', await this.listRoleChanges(caller.userId));
    yield toJsonFile('security-log.json', await this.securityLog.listByUser(caller.userId));
  }

  private getCredentials(): { email: string; password: string } | undefined {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.config;
    return email !== undefined && password !== undefined ? { email, password } : undefined;
  }

  /** Without the actor, whose name is another person's data. */
  private async listRoleChanges(userId: string): Promise<object[]> {
    const entries = await this.auditTrail.listEntries({ type: 'user', id: userId });
    return entries.map(({ at, before, after }) => ({ at, before, after }));
  }
}
