import { Inject, Injectable } from '@nestjs/common';
import { DomainError, sessionMissing } from '@shop/contracts-common';
import { secondFactorChanged } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { CodeAttemptsService } from './code-attempts.service.js';
import { hashRecoveryCode, isRecoveryCode } from './recovery-code.rules.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { findStep } from './totp.rules.js';
import { TotpSecrets } from './totp-secrets.service.js';

const failures = new Counter({
  name: 'second_factor_failures_total',
  help: 'Wrong codes of second factors, entered after the right password',
});

const wrongCode = (): DomainError =>
  new DomainError('CODE_WRONG', 'invalid', 'This code is wrong or was used before. Please enter the newest one.');

export const secondFactorOn = (): DomainError =>
  new DomainError('SECOND_FACTOR_ON', 'conflict', 'The second factor is on already.');

/** The value of SECOND_FACTOR_SECRET was removed before this account entered a code. */
const createUnreadableError = (cause: unknown): DomainError =>
  new DomainError(
    'SECOND_FACTOR_UNREADABLE',
    'conflict',
    'Codes of your authenticator app no longer work. Please enter a recovery code, and set two-step sign-in up again.',
    { cause },
  );

/** What is done with a right code, in the transaction that uses it up. */
export type ProvenWork<Result> = (manager: EntityManager, user: UserRow) => Promise<Result>;

/** Uses up a right code, under the lock of the user. False: it is wrong. */
type UseCode = (manager: EntityManager, user: UserRow) => Promise<boolean>;

/** The only place that compares codes of second factors. */
@Injectable()
export class CodeCheckService {
  @Inject(CodeAttemptsService) private readonly attempts!: CodeAttemptsService;
  @Inject(TotpSecrets) private readonly secrets!: TotpSecrets;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(SecondFactorsRepository) private readonly secondFactors: SecondFactorsRepository,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Uses up a code and does `work`, both or neither. Of concurrent calls with one code exactly one succeeds, because each locks the user.
   * Throws 401, `conflict` without a second factor, `too-many`, or `invalid` for a wrong code.
   */
  async proveCode<Result>(
    caller: Caller,
    client: SignInClient,
    code: string,
    work: ProvenWork<Result>,
  ): Promise<Result> {
    const useCode: UseCode = (manager, user) => {
      if (!user.hasSecondFactor)
        throw new DomainError('SECOND_FACTOR_OFF', 'conflict', 'This account has no second factor.');
      return isRecoveryCode(code)
        ? this.useRecoveryCode(manager, user, client, code)
        : this.useTotp(manager, user.id, code);
    };
    return this.countAndUse(caller, client, code, useCode, work);
  }

  /**
   * Turns the second factor that was begun on by its first code, and does `work`. Wrong codes count like those of a sign-in. Throws as
   * `proveCode` does, but `conflict` if the second factor is on, or was not begun.
   */
  async proveFirstCode<Result>(
    caller: Caller,
    client: SignInClient,
    code: string,
    work: ProvenWork<Result>,
  ): Promise<Result> {
    const useCode: UseCode = async (manager, user) => {
      if (user.hasSecondFactor) throw secondFactorOn();
      if (!(await this.secondFactors.find(manager, user.id)))
        throw new DomainError('SECOND_FACTOR_NOT_BEGUN', 'conflict', 'This took too long. Please begin again.');
      return this.useTotp(manager, user.id, code);
    };
    return this.countAndUse(caller, client, code, useCode, work);
  }

  private async countAndUse<Result>(
    caller: Caller,
    client: SignInClient,
    code: string,
    useCode: UseCode,
    work: ProvenWork<Result>,
  ): Promise<Result> {
    if (caller.kind !== 'user') throw sessionMissing();
    const { userId, secondFactorAt } = caller;
    const source = { userId, provenAt: secondFactorAt ?? null };
    const counters = isRecoveryCode(code) ? [] : await this.attempts.countCode(source);
    const done = await this.inTransaction(userId, useCode, work).catch(async (error: unknown) => {
      await this.attempts.uncount(counters); // The code is not used up.
      throw error;
    });
    if (!done) {
      failures.inc();
      await this.securityLog.addEntry({ event: 'second-factor-wrong', userId, client });
      throw wrongCode();
    }
    await this.attempts.uncount(counters);
    return done.result;
  }

  /** Null: the code is wrong. */
  private inTransaction<Result>(
    userId: string,
    useCode: UseCode,
    work: ProvenWork<Result>,
  ): Promise<{ result: Result } | null> {
    return this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, userId);
      if (!user) throw sessionMissing();
      return (await useCode(manager, user)) ? { result: await work(manager, user) } : null;
    });
  }

  /** Turns a second factor on that waits for its first code. */
  private async useTotp(manager: EntityManager, userId: string, code: string): Promise<boolean> {
    const factor = await this.secondFactors.find(manager, userId);
    if (!factor) return false;
    const secret = await this.secrets.decryptSecret(userId, factor.secret).catch((cause: unknown) => {
      throw createUnreadableError(cause);
    });
    const step = findStep(secret, code, factor.lastStep, new Date());
    if (step === null) return false;
    // Encrypted again, so that a former value of SECOND_FACTOR_SECRET goes out of use.
    await this.secondFactors.saveStep(manager, userId, step, await this.secrets.encryptSecret(userId, secret));
    return true;
  }

  private async useRecoveryCode(
    manager: EntityManager,
    { id: userId, email }: UserRow,
    client: SignInClient,
    code: string,
  ): Promise<boolean> {
    if (!(await this.secondFactors.useRecoveryCode(manager, userId, hashRecoveryCode(code)))) return false;
    const recoveryCodesLeft = await this.secondFactors.countRecoveryCodes(userId, manager);
    await this.securityLog.addEntry({ event: 'recovery-code-used', userId, client }, manager);
    const data = { userId, email, change: 'recovery-code-used' as const, recoveryCodesLeft };
    await this.outbox.publish(manager, secondFactorChanged, { subject: `user/${userId}`, data });
    return true;
  }
}
