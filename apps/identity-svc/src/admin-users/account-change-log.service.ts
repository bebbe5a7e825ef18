import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail, toAuditActor, type AuditState, type Caller } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { SecurityLog, type SecurityEvent } from '../security/security-log.service.js';

export interface AccountChange {
  userId: string;
  /** noun.past-tense */
  action: string;
  event: SecurityEvent;
  before: AuditState;
  after: AuditState;
}

/** What admins did to accounts of others: in the audit trail, and in the security log of the account. */
@Injectable()
export class AccountChangeLog {
  constructor(
    @Inject(AuditTrail) private readonly auditTrail: AuditTrail,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
  ) {}

  /** In the transaction of the change. */
  async addEntry(
    manager: EntityManager,
    caller: Caller,
    { userId, action, event, before, after }: AccountChange,
  ): Promise<void> {
    const subject = { type: 'user', id: userId };
    await this.auditTrail.addEntry(manager, { actor: toAuditActor(caller), action, subject, before, after });
    // The owner may export the log, and the network is the admin's.
    await this.securityLog.addEntry({ event, userId, client: null }, manager);
  }
}
