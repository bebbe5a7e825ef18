import { PERMISSIONS, type Permission, type Role } from '@shop/contracts-common';

export interface RoleHolder {
  role: Role;
  /** In effect only for an admin. */
  permissions: readonly Permission[];
  /** The owner has proved to read the emails of its address. */
  isConfirmed: boolean;
  /** It is being deleted. */
  isClosed: boolean;
}

export interface NewRole {
  role: Role;
  /** Of an admin. */
  permissions: readonly Permission[];
}

/** What changes, as in the event `admin.rights-changed`, or why nothing does. */
export type RoleDecision = 'granted' | 'revoked' | 'permissions-changed' | 'unchanged' | 'closed' | 'unconfirmed';

/** The role and the permissions of an account change by an admin of the back office and by `npm run admin`: both decide here. */
export function decideRoleChange(account: RoleHolder, to: NewRole): RoleDecision {
  if (account.isClosed) return 'closed';
  if (account.role !== to.role) {
    if (to.role === 'user') return 'revoked';
    return account.isConfirmed ? 'granted' : 'unconfirmed';
  }
  const isSame = PERMISSIONS.every((name) => account.permissions.includes(name) === to.permissions.includes(name));
  return to.role === 'user' || isSame ? 'unchanged' : 'permissions-changed';
}
