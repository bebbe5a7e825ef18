import { DomainError, MESSAGES, type AccessLevel } from '@shop/contracts/common';
import type { Session } from '../sessions/session-cache.js';

const notSignedIn = (): DomainError => new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);

/** Throws a DomainError if the session does not have the route's access level. Services check again, by the identity token. */
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
      if (session.role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', MESSAGES.adminRequired);
      return;
    case 'internal':
      throw new DomainError('ADDRESS_UNKNOWN', 'not-found', MESSAGES.notFound);
  }
}
