import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { AuditTrail, toJsonFile, type Caller, type PersonalDataFile } from '@shop/service-kit';
import { PersonalDataRepository } from './personal-data.repository.js';

@Injectable()
export class PersonalDataService {
  constructor(
    @Inject(PersonalDataRepository) private readonly personalDataRepository: PersonalDataRepository,
    @Inject(AuditTrail) private readonly auditTrail: AuditTrail,
  ) {}

  /** Yields the files of the export. */
  async *exportFiles(caller: Caller): AsyncGenerator<PersonalDataFile> {
    const account = caller.kind === 'user' ? await this.personalDataRepository.findAccount(caller.userId) : null;
    if (caller.kind !== 'user' || !account)
      throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
    yield toJsonFile('account.json', account);
    yield toJsonFile('signed-in.json', await this.personalDataRepository.listSessions(caller.userId));
    yield toJsonFile('visits-as-guest.json', await this.personalDataRepository.listGuestClaims(caller.userId));
    yield toJsonFile('password-links.json', await this.personalDataRepository.listResetTokens(caller.userId));
    yield toJsonFile('role-changes.json', await this.listRoleChanges(caller.userId));
  }

  /** Without the actor, whose name is another person's data. */
  private async listRoleChanges(userId: string): Promise<object[]> {
    const entries = await this.auditTrail.listEntries({ type: 'user', id: userId });
    return entries.map(({ at, before, after }) => ({ at, before, after }));
  }
}
