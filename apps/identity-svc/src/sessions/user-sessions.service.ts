import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES, sessionMissing } from '@shop/contracts-common';
import type { UserSession } from '@shop/contracts-identity';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** The sessions of an account, for its owner. */
@Injectable()
export class UserSessionsService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SessionsRepository) private readonly sessionsRepository: SessionsRepository,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
  ) {}

  /** The last used first. */
  async listSessions(caller: Caller): Promise<UserSession[]> {
    if (caller.kind !== 'user') throw sessionMissing();
    const sessions = await this.sessionsRepository.listByUser(caller.userId);
    return sessions.map(({ sid, signedInAt, ...session }) => ({
      ...session,
      signedInAt: new Date(signedInAt).toISOString(),
      isCurrent: sid === caller.sid,
    }));
  }

  /** Throws 404 for a session that has ended, and for one of another account. */
  async endSession(caller: Caller, client: SignInClient, id: string): Promise<{ isCurrent: boolean }> {
    if (caller.kind !== 'user') throw sessionMissing();
    const { userId } = caller;
    return this.dataSource.transaction(async (manager) => {
      const sid = await this.sessionsService.endSessionById(manager, userId, id);
      if (sid === null) throw new DomainError('SESSION_UNKNOWN', 'not-found', MESSAGES.notFound);
      await this.securityLog.addEntry({ event: 'session-ended', userId, client }, manager);
      return { isCurrent: sid === caller.sid };
    });
  }
}
