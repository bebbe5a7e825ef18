import { useCurrentUser } from '@shop/web-kit';
import { Button, cn, Skeleton, Tooltip } from '@shop/web-ui';
import { UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { ACCOUNT_WIDTH } from './account-width.js';

/** Only signed-in users need the menu. If it fails to load, a link to the profile replaces it. */
const UserMenu = lazy(async () => {
  try {
    return { default: (await import('./user-menu.js')).UserMenu };
  } catch {
    return { default: ProfileLink };
  }
});

function ProfileLink() {
  return (
    <Tooltip label="Profile">
      <Button asChild variant="secondary" className={ACCOUNT_WIDTH}>
        <Link to="/profile" aria-label="Profile">
          <UserRound aria-hidden />
        </Link>
      </Button>
    </Tooltip>
  );
}

/** "Sign In" or the user menu; a placeholder of the same size while the user is loading, so that nothing moves. */
export function Account() {
  const { user, isLoading } = useCurrentUser();
  const placeholder = <Skeleton className={cn('h-11 rounded-full', ACCOUNT_WIDTH)} />;
  if (isLoading) return placeholder;
  if (user) {
    return (
      <Suspense fallback={placeholder}>
        <UserMenu user={user} />
      </Suspense>
    );
  }
  return (
    <Button asChild className={ACCOUNT_WIDTH}>
      <Link to="/auth">Sign In</Link>
    </Button>
  );
}
