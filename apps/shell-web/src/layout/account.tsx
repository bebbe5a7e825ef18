import type { SignedInUser } from '@shop/contracts-identity';
import { LoadFailure, useCurrentUser, useLazyComponent } from '@shop/web-kit';
import { Button, cn, Skeleton, Tooltip } from '@shop/web-ui';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';

/** "Sign In", the user menu and their placeholder have one width, so that the bar doesn't move when the user is known. */
export const ACCOUNT_WIDTH = 'w-22 px-0 sm:w-24';

const Placeholder = () => <Skeleton className={cn('h-11 rounded-full', ACCOUNT_WIDTH)} />;

/** Only signed-in users download the menu. If that fails, the button says why, and tries again unless only a reload helps. */
function AccountMenu({ user }: { user: SignedInUser }) {
  const {
    Component: UserMenu,
    error,
    load,
  } = useLazyComponent(() => import('./user-menu.js').then((module) => module.UserMenu), true);
  const [isOpen, setIsOpen] = useState(false);
  const handleRetry = (): void => void load();

  if (UserMenu) return <UserMenu user={user} defaultOpen={isOpen} />;
  if (error === undefined) return <Placeholder />;
  return (
    <div className="sm:relative">
      <Tooltip label="Your account">
        <Button
          variant="secondary"
          className={ACCOUNT_WIDTH}
          aria-label="Your account"
          aria-expanded={isOpen}
          onClick={() => {
            setIsOpen(!isOpen);
            if (!isOpen) handleRetry();
          }}
        >
          <UserRound aria-hidden />
        </Button>
      </Tooltip>
      {isOpen && (
        <div className="absolute top-full right-4 mt-2 w-80 sm:right-0 max-w-[calc(100vw-2rem)] rounded-card shadow-float">
          <LoadFailure subject="The menu" error={error} onRetry={handleRetry} className="px-4 py-6" />
        </div>
      )}
    </div>
  );
}

/** "Sign In" or the user menu; a placeholder of the same size while the user is loading, so that nothing moves. */
export function Account() {
  const { user, isLoading } = useCurrentUser();
  if (isLoading) return <Placeholder />;
  if (user) return <AccountMenu user={user} />;
  return (
    <Button asChild className={ACCOUNT_WIDTH}>
      <Link to="/auth">Sign In</Link>
    </Button>
  );
}
