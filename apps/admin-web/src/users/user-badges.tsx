import type { DisplayedUser } from '@shop/contracts-identity';
import { Badge } from '@shop/web-ui';

export const getFullName = ({ firstName, lastName }: Pick<DisplayedUser, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** What an admin should know of an account before anything else. */
export function UserBadges({ user }: { user: DisplayedUser }) {
  return (
    <>
      {user.role === 'admin' && <Badge>Admin</Badge>}
      {user.closedAt && <Badge variant="destructive">Being deleted</Badge>}
      {user.emailConfirmed === false && <Badge variant="outline">Email not confirmed</Badge>}
    </>
  );
}
