import { formatDollars } from '@shop/contracts-common';
import { toMailtoLink, type DisplayedUserDetail } from '@shop/contracts-identity';
import { formatDate, getErrorMessage } from '@shop/web-kit';
import { ErrorState, Picture, StatusBadge } from '@shop/web-ui';
import { Dialog, DrawerContent } from '@shop/web-ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { CustomerOrders } from '../customers/customer-orders.js';
import { PartFailure } from '../failures.js';
import { ListSkeleton } from '../lists/admin-list.js';
import { Section } from '../orders/drawer/section.js';
import { RelativeTime } from '../relative-time.js';
import { findRowElement, OpenItemLink, useOpenedItem } from '../url-state.js';
import { UserTimeline } from './user-timeline.js';
import { UserActions } from './user-actions.js';
import { getFullName, UserBadges } from './user-badges.js';
import { designsQuery, purchasesQuery, userQuery, userRequestsQuery } from './users.queries.js';

const PERMISSION_LABELS: Readonly<Record<string, string>> = {
  refund: 'give money back',
  export: 'download lists of customers',
};

function describePermissions(permissions: readonly string[]): string {
  if (permissions.length === 0) return 'May neither give money back nor download lists of customers.';
  return `May ${permissions.map((name) => PERMISSION_LABELS[name] ?? name).join(' and ')}.`;
}

function Profile({ user }: { user: DisplayedUserDetail }) {
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="text-lg font-bold">{getFullName(user) || 'No name'}</bdi>
        <UserBadges user={user} />
      </p>
      <a href={toMailtoLink(user.email)} className="underline underline-offset-4">
        {user.email}
      </a>
      {user.createdAt && (
        <p className="mt-1 text-muted-foreground">
          Registered <RelativeTime at={user.createdAt} />
        </p>
      )}
      {user.role === 'admin' && (
        <p className="mt-1 text-muted-foreground">
          {describePermissions(user.permissions ?? [])} {user.hasSecondFactor === false && 'No two-step sign-in.'}
          {user.hasSecondFactor && 'Two-step sign-in is on.'}
        </p>
      )}
      {user.closedAt && (
        <p className="mt-1 text-destructive-text">
          The account was closed <RelativeTime at={user.closedAt} />. It goes once every part of the shop has deleted
          its data.
        </p>
      )}
    </div>
  );
}

/** Without the sum where the server has none. */
function Total({ id }: { id: string }) {
  const { data } = useQuery(purchasesQuery(id));
  if (!data || data.paidOrders === 0) return null;
  return (
    <p className="mb-3">
      <span className="font-display text-2xl font-extrabold tabular-nums">{formatDollars(data.total)}</span>{' '}
      <span className="text-muted-foreground">
        for {data.paidOrders === 1 ? 'one paid order' : `${data.paidOrders} paid orders`}, less what went back
      </span>
    </p>
  );
}

function Requests({ user }: { user: DisplayedUserDetail }) {
  const { data: requests, error, refetch } = useQuery(userRequestsQuery(user));
  if (!requests)
    return error ? (
      <PartFailure error={error} missing="This shop’s server finds no requests of a user." onRetry={refetch} />
    ) : (
      <ListSkeleton />
    );
  if (requests.length === 0) return <p className="text-muted-foreground">No requests.</p>;
  return (
    <ul aria-label="Requests of this user" className="grid gap-2">
      {requests.map((request) => (
        <li key={request.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
          <OpenItemLink
            kind="request"
            id={request.id}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            <bdi>{request.subject || 'Customer request'}</bdi>
          </OpenItemLink>
          <StatusBadge status={request.status} />
          <RelativeTime at={request.createdAt} className="text-sm text-muted-foreground" />
        </li>
      ))}
    </ul>
  );
}

function Designs({ id }: { id: string }) {
  const { data: designs, error, refetch } = useQuery(designsQuery(id));
  if (!designs)
    return error ? (
      <PartFailure error={error} missing="This shop’s server shows no designs of a user." onRetry={refetch} />
    ) : (
      <ListSkeleton />
    );
  if (designs.total === 0) return <p className="text-muted-foreground">No designs.</p>;
  return (
    <>
      <p className="mb-3 text-muted-foreground">
        {designs.total === 1 ? 'One design' : `${designs.total} designs`}
        {designs.total > designs.newest.length && `, the newest ${designs.newest.length} of them here`}
      </p>
      <ul aria-label="Designs of this user" className="flex flex-wrap gap-3">
        {designs.newest.map(({ id: designId, petName, outputImage, status }) => (
          <li key={designId}>
            <Picture
              src={outputImage?.url}
              alt={[petName ? `Artwork of ${petName}` : 'Artwork', status !== 'completed' && status]
                .filter(Boolean)
                .join(', ')}
              sizes="80px"
              className="size-20 rounded-control bg-muted object-contain"
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Sessions({ sessions }: Pick<DisplayedUserDetail, 'sessions'>) {
  if (sessions.length === 0) return <p className="text-muted-foreground">Not signed in anywhere.</p>;
  return (
    <ul aria-label="Sessions of this user" className="grid gap-2">
      {sessions.map(({ browser, signedInAt, lastUsedOn }, index) => (
        <li key={index}>
          <span className="font-semibold">{browser ?? 'An unknown browser'}</span>{' '}
          <span className="text-sm text-muted-foreground">
            signed in <RelativeTime at={signedInAt} /> · last used on {formatDate(`${lastUsedOn}T12:00:00Z`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function UserDetails({ user }: { user: DisplayedUserDetail }) {
  return (
    <div className="grid gap-8">
      <Profile user={user} />
      <Section title="Orders">
        <Total id={user.id} />
        <CustomerOrders customer={{ userId: user.id }} />
      </Section>
      <Section title="Requests">
        <Requests user={user} />
      </Section>
      <Section title="Designs">
        <Designs id={user.id} />
      </Section>
      <Section title="Signed in">
        <Sessions sessions={user.sessions} />
      </Section>
      <Section title="Account">
        <UserActions user={user} />
      </Section>
      <UserTimeline user={user} />
    </div>
  );
}

function UserById({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user, isPending, error, refetch } = useQuery(userQuery(id));
  return (
    <Dialog open onOpenChange={onClose}>
      <DrawerContent title={user?.email ?? 'User'} returnFocusTo={() => findRowElement('user', id)}>
        {isPending && <ListSkeleton />}
        {user && <UserDetails user={user} />}
        {!user && error && <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      </DrawerContent>
    </Dialog>
  );
}

/** The details of the user in the URL (`?user=id`). */
export function UserDrawer() {
  const { id, close } = useOpenedItem('user');
  return id && <UserById key={id} id={id} onClose={close} />;
}
