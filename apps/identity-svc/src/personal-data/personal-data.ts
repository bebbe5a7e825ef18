import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { AuditTrail, jsonFile, type Caller, type PersonalFile } from '@shop/service-kit';
import { PersonalDataRepository } from './personal-data.repository.js';

@Injectable()
export class PersonalData {
  constructor(
    @Inject(PersonalDataRepository) private readonly rows: PersonalDataRepository,
    @Inject(AuditTrail) private readonly trail: AuditTrail,
  ) {}

  /** The account's own files, one after the other. */
  async *filesOf(caller: Caller): AsyncGenerator<PersonalFile> {
    const account = caller.kind === 'user' ? await this.rows.accountOf(caller.userId) : null;
    if (caller.kind !== 'user' || !account)
      throw new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
    yield jsonFile('account.json', account);
    yield jsonFile('signed-in.json', await this.rows.sessionsOf(caller.userId));
    yield jsonFile('visits-as-guest.json', await this.rows.guestsOf(caller.userId));
    yield jsonFile('password-links.json', await this.rows.linksOf(caller.userId));
    yield jsonFile('role-changes.json', await this.roleChangesOf(caller.userId));
  }

  /** Who changed it is another person's matter. */
  private async roleChangesOf(userId: string): Promise<object[]> {
    const entries = await this.trail.of({ type: 'user', id: userId });
    return entries.map(({ at, before, after }) => ({ at, before, after }));
  }
}
