import { type NeededPermission, type Open, PERMISSION_MESSAGES, PERMISSIONS } from '@shop/contracts-common';
import { useCurrentUser } from '@shop/web-kit';
import type { ReactNode } from 'react';

/** A server without permissions lets every admin do everything. */
export function useMayAdmin(permission: Open<NeededPermission> | undefined): boolean {
  const { user } = useCurrentUser();
  const { permissions } = user ?? {};
  if (permission === undefined || !permissions) return true;
  return (permission === 'all' ? PERMISSIONS : [permission]).every((name) => permissions.includes(name));
}

const getReason = (permission: Open<NeededPermission>): string =>
  Object.hasOwn(PERMISSION_MESSAGES, permission)
    ? PERMISSION_MESSAGES[permission as NeededPermission]
    : 'Your account may not do this. Please ask an admin whose account may.';

interface Props {
  /** Undefined: every admin may. */
  permission: Open<NeededPermission> | undefined;
  children: ReactNode;
}

/** A button, or why the admin's account doesn't have it. The server decides again. */
export function Permitted({ permission, children }: Props) {
  const isPermitted = useMayAdmin(permission);
  if (isPermitted || permission === undefined) return children;
  return <p className="max-w-96 text-sm text-pretty text-muted-foreground">{getReason(permission)}</p>;
}
