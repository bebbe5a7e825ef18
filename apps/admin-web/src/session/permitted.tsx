import { PERMISSION_MESSAGES, type Open, type Permission } from '@shop/contracts-common';
import { useCurrentUser } from '@shop/web-kit';
import type { ReactNode } from 'react';

/** A server without permissions lets every admin do everything. */
export function useMayAdmin(permission: Open<Permission> | undefined): boolean {
  const { user } = useCurrentUser();
  return permission === undefined || !user?.permissions || user.permissions.includes(permission);
}

const getReason = (permission: Open<Permission>): string =>
  Object.hasOwn(PERMISSION_MESSAGES, permission)
    ? PERMISSION_MESSAGES[permission as Permission]
    : 'Your account may not do this. Please ask an admin whose account may.';

interface Props {
  /** Undefined: every admin may. */
  permission: Open<Permission> | undefined;
  children: ReactNode;
}

/** A button, or why the admin's account doesn't have it. The server decides again. */
export function Permitted({ permission, children }: Props) {
  const isPermitted = useMayAdmin(permission);
  if (isPermitted || permission === undefined) return children;
  return <p className="max-w-96 text-sm text-pretty text-muted-foreground">{getReason(permission)}</p>;
}
