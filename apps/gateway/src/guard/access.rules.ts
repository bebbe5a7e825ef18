import { DomainError, SENTENCES, type AccessLevel } from '@shop/contracts/common';
import type { Session } from '../sessions/session-cache.js';

const notSignedIn = (): DomainError => new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);

/** Throws the refusal of D3 where the session does not reach the row's level. The services check again, by the token. */
export function assertAccess(level: AccessLevel, session: Session | null): void {
  switch (level) {
    case 'public':
      return;
    case 'guest':
    case 'session':
      if (!session) throw notSignedIn();
      return;
    case 'user':
      if (!session || session.role === 'guest') throw notSignedIn();
      return;
    case 'admin':
      if (!session || session.role === 'guest') throw notSignedIn();
      if (session.role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', SENTENCES.adminRequired);
      return;
    case 'internal':
      throw new DomainError('ADDRESS_UNKNOWN', 'not-found', SENTENCES.notFound);
  }
}
