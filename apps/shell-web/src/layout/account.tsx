import { useCurrentUser } from '@shop/web-kit';
import { Button, Skeleton, Tooltip } from '@shop/web-ui';
import { UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';

/** Only who is signed in needs the menu. A menu that can't be loaded leaves the way to the profile. */
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
      <Button asChild variant="secondary" size="icon">
        <Link to="/profile" aria-label="Profile">
          <UserRound aria-hidden />
        </Link>
      </Button>
    </Tooltip>
  );
}

/** Sign In, or the menu of who is signed in; its place is kept while that is not known yet. */
export function Account() {
  const { user, isLoading } = useCurrentUser();
  const placeholder = <Skeleton className="size-11 rounded-full" />;
  if (isLoading) return placeholder;
  if (user) {
    return (
      <Suspense fallback={placeholder}>
        <UserMenu user={user} />
      </Suspense>
    );
  }
  return (
    <Button asChild className="px-4 sm:px-5">
      <Link to="/auth">Sign In</Link>
    </Button>
  );
}
