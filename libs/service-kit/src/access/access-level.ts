import {
  DomainError,
  MESSAGES,
  PERMISSIONS,
  permissionMissing,
  sessionMissing,
  type AccessLevel,
  type NeededPermission,
  type Role,
} from '@shop/contracts-common';

/** Throws a DomainError (401 or 403) when a caller with this role does not have the required access level. Null: no session. */
export function assertAccess(level: AccessLevel | undefined, role: Role | 'guest' | null): void {
  switch (level) {
    case 'public':
    case 'internal':
      return;
    case 'guest':
    case 'session':
      if (role === null) throw sessionMissing();
      return;
    case 'user':
      if (role === null || role === 'guest') throw sessionMissing();
      return;
    case 'admin':
      if (role === null || role === 'guest') throw sessionMissing();
      if (role !== 'admin') throw new DomainError('ADMIN_REQUIRED', 'forbidden', MESSAGES.adminRequired);
      return;
    case undefined:
      throw new DomainError('ACCESS_UNDECLARED', 'forbidden', MESSAGES.adminRequired);
  }
}

/** Throws a DomainError (403) if a call needs a permission that is not among those of the caller. */
export function assertPermission(needed: NeededPermission | undefined, permissions: readonly string[] = []): void {
  if (needed === undefined) return;
  const names = needed === 'all' ? PERMISSIONS : [needed];
  if (!names.every((name) => permissions.includes(name))) throw permissionMissing(needed);
}
