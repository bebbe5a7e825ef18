import { roleSchema } from '@shop/contracts-common';
import type { DisplayedUser } from '@shop/contracts-identity';
import type { listUsers, searchUsers } from '@shop/contracts-identity/routes';
import { Card, EmptyState } from '@shop/web-ui';
import { SearchX, UsersRound } from 'lucide-react';
import { isMissingCall } from '../failures.js';
import { AdminList, StatusFilter } from '../lists/admin-list.js';
import { ListNotice } from '../lists/list-notice.js';
import { usePagedList } from '../lists/list-query.js';
import { SearchField, useSearch } from '../lists/search.js';
import { RelativeTime } from '../relative-time.js';
import { OpenItemLink, useUrlChoice } from '../url-state.js';
import { getFullName, UserBadges } from './user-badges.js';
import { UserDrawer } from './user-drawer.js';
import { findUsers, getUsersList } from './users.queries.js';

/** A click anywhere in the row opens the user. */
function UserRow({ row: user }: { row: DisplayedUser }) {
  const name = getFullName(user);
  return (
    <Card className="relative p-5 transition-colors hover:border-border-strong">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <OpenItemLink
          kind="user"
          id={user.id}
          className="font-display text-lg font-bold [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-card"
        >
          <bdi>{name || user.email}</bdi>
        </OpenItemLink>
        <UserBadges user={user} />
      </p>
      <p className="mt-1 [overflow-wrap:anywhere] text-muted-foreground">
        {name && <span className="after:mx-1 after:content-['·']">{user.email}</span>}{' '}
        {user.createdAt && (
          <>
            registered <RelativeTime at={user.createdAt} />
          </>
        )}
      </p>
    </Card>
  );
}

export function Users() {
  const [role, setRole] = useUrlChoice('role', roleSchema.options);
  const search = useSearch('users');
  const query = usePagedList<typeof listUsers | typeof searchUsers>(
    search.words === undefined ? getUsersList({ role }) : findUsers(search.words, { role }),
  );
  if (search.words === undefined && isMissingCall(query.error))
    return <EmptyState icon={UsersRound} title="This shop’s server has no list of its users" />;
  return (
    <section aria-label="Users">
      <ListNotice rows="users">
        <div className="mb-6 grid items-end gap-4 sm:flex">
          <SearchField search={search} label="Find users" hint="Name or email" />
          <StatusFilter label="Role" options={roleSchema.options} value={role} onChange={setRole} />
        </div>
        <AdminList
          query={query}
          label="Users"
          words={search.words}
          Row={UserRow}
          empty={<EmptyState icon={SearchX} title={role ? 'No users with this role' : 'No users yet'} />}
        />
        <UserDrawer />
      </ListNotice>
    </section>
  );
}
